import { MAX_BODY_BYTES } from "../../packages/http/_testing/api_server.ts";
import type { RawRequest } from "../../packages/http/_testing/http_client.ts";

/** Credentials other than a project key; those of an embed session come from its page. */
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
  | "lostFill"
  | "send"
  | "deniedSend"
  | "lostSend"
  | "queuedSend"
  | "largeSend";

/** A request of a case, by default with a project key. */
export type Request = Partial<RawRequest> & {
  readonly anonymous?: boolean;
  /** The credential to send; a project key by default. */
  readonly as?: Credential;
  readonly json?: unknown;
};

/** An id that does not exist. */
export const ID = "01900000-0000-7000-8000-000000000000";
/** The key of a request whose resource was deleted. */
export const DELETED_RESOURCE = { headers: { "idempotency-key": "deleted" } };
/** A body above the server's limit. */
export const LARGE = " ".repeat(MAX_BODY_BYTES + 1);
/** A body above the limit for files, which is larger. */
export const LARGE_FILE = " ".repeat(30 * 1024 * 1024);
/** Sends no credential. */
export const NO_KEY = { anonymous: true };
