import { Schema } from "effect";

import type { TraceParent } from "../telemetry/mod.ts";
import type {
  AccountId,
  EmailId,
  MemberId,
  ProjectId,
  RenderId,
  ShareId,
  Timestamp,
} from "../values/mod.ts";
import type { Letter } from "./letter/letter.ts";

/** The status of an email. `sent`, `failed` and `cancelled` are final. */
export const EmailStatus = Schema.Literals(["queued", "sent", "failed", "cancelled"]);
export type EmailStatus = typeof EmailStatus.Type;

export interface Recipient {
  readonly email: string;
  readonly name: string | null;
}

/** What an email is about. */
interface EmailContent {
  /** The reason for the email. There is at most one email per cause, however often it is queued. */
  readonly cause: string;
  readonly to: Recipient;
  readonly letter: Letter;
  /** The time from which the email is obsolete and not sent. */
  readonly expiresAt: Timestamp | null;
}

/** An email to queue: about a document of a project. */
export interface EmailToQueue extends EmailContent {
  readonly projectId: ProjectId;
  readonly renderId: RenderId;
  /** The share in the email, if any; events of the email refer to it. */
  readonly shareId: ShareId | null;
}

/** An email to queue: to a member of an account. */
export interface MemberEmailToQueue extends EmailContent {
  readonly memberId: MemberId;
  readonly accountId: AccountId;
}

/** An email to add. Emails to members have no project and no render. */
export interface NewEmail extends EmailContent {
  readonly projectId: ProjectId | null;
  readonly renderId: RenderId | null;
  readonly shareId: ShareId | null;
  readonly memberId: MemberId | null;
  readonly id: EmailId;
  /** The `Message-ID` header, the same for all attempts. */
  readonly messageId: string;
  /** The sender; `null` for the default sender of the deployment. */
  readonly sender: string | null;
  /** The tracking pixel; `null` for none. */
  readonly pixelUrl: string | null;
  readonly createdAt: Timestamp;
}

/** A stored email. */
export interface QueuedEmail extends NewEmail {
  readonly status: EmailStatus;
  /** The span that queued the email. */
  readonly traceParent: TraceParent | null;
  /** The time before the mail server got the end of the email. From then on it may have arrived. */
  readonly handedOverAt: Timestamp | null;
  readonly sentAt: Timestamp | null;
  /** The error of the last attempt. */
  readonly lastError: string | null;
}

/** An email without its content, for emails whose content cannot be read. */
export type EmailSubject = Pick<
  QueuedEmail,
  | "id"
  | "cause"
  | "projectId"
  | "renderId"
  | "shareId"
  | "memberId"
  | "to"
  | "status"
  | "handedOverAt"
  | "lastError"
>;
