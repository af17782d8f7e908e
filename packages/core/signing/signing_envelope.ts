import { Schema } from "effect";

import type { Addressee, Box, FieldType } from "../signatures/mod.ts";
import type { ProjectId, RenderId, SignatureRequestId, Timestamp } from "../values/mod.ts";
import type { FinishSigning } from "./ceremony.ts";

/** Where an envelope stands. */
export const EnvelopeState = Schema.Literals([
  /** It goes from one recipient to the next. */
  "open",
  /** Everybody has signed; the sealed document is being made. */
  "sealing",
  /** The sealed document is kept. */
  "completed",
  "declined",
  "cancelled",
  "expired",
]);
export type EnvelopeState = typeof EnvelopeState.Type;

/** What one recipient is to put at one place. */
export interface EnvelopeField extends Box {
  readonly id: string;
  readonly recipientId: string;
  readonly type: FieldType;
  readonly required: boolean;
  readonly options: ReadonlyArray<string>;
}

/** How far a recipient has got, and what is known of how. */
export interface RecipientProgress {
  readonly invitedAt: Timestamp | null;
  readonly viewedAt: Timestamp | null;
  /** When they signed or approved: at that moment they agreed to do so electronically, too. */
  readonly finishedAt: Timestamp | null;
  readonly handedIn: FinishSigning | null;
  readonly declinedAt: Timestamp | null;
  readonly declineReason: string | null;
  readonly sourceIp: string | null;
  readonly userAgent: string | null;
}

/** A recipient of an envelope; partners know them by the same id. */
export interface SigningRecipient extends Addressee, RecipientProgress {
  readonly id: string;
}

/** A document on its way through its recipients' hands, which we carry ourselves. */
export interface SigningEnvelope {
  /** What partners know as the provider's id. */
  readonly id: string;
  /** The signature request it was sent for. */
  readonly reference: SignatureRequestId;
  readonly projectId: ProjectId;
  readonly renderId: RenderId;
  readonly name: string;
  /** Who sent it, in words: the project as it was called then. */
  readonly sender: string;
  /** What recipients agree to, word for word, from the first to the last of them. */
  readonly consent: string;
  /** In hex. */
  readonly originalSha256: string;
  readonly pageCount: number;
  readonly fields: ReadonlyArray<EnvelopeField>;
  /** In the order in which they were given. */
  readonly recipients: ReadonlyArray<SigningRecipient>;
  readonly state: EnvelopeState;
  readonly createdAt: Timestamp;
  readonly expiresAt: Timestamp;
  /** When it stopped being open: with the last signature, or because it was given up. */
  readonly endedAt: Timestamp | null;
  readonly endReason: string | null;
  readonly auditHead: string;
  readonly auditLength: number;
}

/** Nothing has happened yet. */
export const NO_PROGRESS: RecipientProgress = {
  invitedAt: null,
  viewedAt: null,
  finishedAt: null,
  handedIn: null,
  declinedAt: null,
  declineReason: null,
  sourceIp: null,
  userAgent: null,
};
