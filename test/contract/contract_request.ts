import { MAX_BODY_BYTES } from "../../packages/http/_testing/api_server.ts";
import type { RawRequest } from "../../packages/http/_testing/http_client.ts";

/** Credentials of a request other than a project key; those of an embed session come from its page. */
export type Credential =
  | "project"
  | "account"
  | "admin"
  | "deleted"
  | "partner"
  | "edit"
  | "denied"
  | "fill"
  | "deniedFill"
  | "lostFill";

/** A request of a case, with a project key unless it says otherwise. */
export type Request = Partial<RawRequest> & {
  readonly anonymous?: boolean;
  /** Which credential to send: a project key unless it says otherwise. */
  readonly as?: Credential;
  readonly json?: unknown;
};

/** The id of nothing. */
export const ID = "01900000-0000-7000-8000-000000000000";
/** A key that stands for something that was deleted since. */
export const DELETED = { headers: { "idempotency-key": "deleted" } };
/** A body beyond what the server takes. */
export const LARGE = " ".repeat(MAX_BODY_BYTES + 1);
/** Sends no credential. */
export const NO_KEY = { anonymous: true };
