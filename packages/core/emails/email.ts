import { Schema } from "effect";

import type { TraceParent } from "../telemetry/mod.ts";
import type { EmailId, ProjectId, RenderId, ShareId, Timestamp } from "../values/mod.ts";
import type { Letter } from "./letter.ts";

/** Where a mail stands: `sent`, `failed` and `cancelled` stay. */
export const EmailStatus = Schema.Literals(["queued", "sent", "failed", "cancelled"]);
export type EmailStatus = typeof EmailStatus.Type;

/** Whom a mail goes to. */
export interface Recipient {
  readonly email: string;
  readonly name: string | null;
}

/** A mail somebody has a cause to send. */
export interface EmailToQueue {
  /** What the mail is for: of one cause there is one mail, however often it is queued. */
  readonly cause: string;
  readonly projectId: ProjectId;
  readonly renderId: RenderId;
  /** The share that the mail carries, if it carries one: its events are told under it. */
  readonly shareId: ShareId | null;
  readonly to: Recipient;
  readonly letter: Letter;
  /** From when on it is no use to anybody and not sent any more. */
  readonly expiresAt: Timestamp | null;
}

/** A mail that is about to be kept. */
export interface NewEmail extends EmailToQueue {
  readonly id: EmailId;
  /** What its headers call it: the same however often it is tried. */
  readonly messageId: string;
  /** Who it comes from; the deployment's own sender when nobody is named. */
  readonly sender: string | null;
  /** The picture that tells of its being opened. */
  readonly pixelUrl: string;
  readonly createdAt: Timestamp;
}

/** A mail as it is kept. */
export interface QueuedEmail extends NewEmail {
  readonly status: EmailStatus;
  /** Where it was queued. */
  readonly traceParent: TraceParent | null;
  /** When a mail server was given the last of it: from then on it may have arrived. */
  readonly handedOverAt: Timestamp | null;
  readonly sentAt: Timestamp | null;
  /** Why it could not be sent when it was tried last. */
  readonly lastError: string | null;
}

/** What is known of a mail whose content cannot be read: what it is about, and how far it has got. */
export type EmailSubject = Pick<
  QueuedEmail,
  | "id"
  | "cause"
  | "projectId"
  | "renderId"
  | "shareId"
  | "to"
  | "status"
  | "handedOverAt"
  | "lastError"
>;
