import { DateTime, Schema } from "effect";

import type {
  Box,
  DeliveryOptions,
  FieldSettings,
  FieldType,
  ProviderReport,
  RecipientDefinition,
} from "../signatures/mod.ts";
import type {
  Language,
  ProjectId,
  RenderId,
  SignatureRequestId,
  Timestamp,
} from "../values/mod.ts";
import type { CeremonyState, FinishSigning } from "./ceremony/ceremony.ts";

/** The state of an envelope. */
export const EnvelopeState = Schema.Literals([
  /** Recipients sign, step by step. */
  "open",
  /** All recipients have signed; the sealed document is being created. */
  "sealing",
  /** The sealed document is stored. */
  "completed",
  "declined",
  "cancelled",
  "expired",
]);
export type EnvelopeState = typeof EnvelopeState.Type;

/** A field of a recipient. */
export interface EnvelopeField extends Box, FieldSettings {
  readonly id: string;
  readonly recipientId: string;
  readonly type: FieldType;
  readonly required: boolean;
  readonly options: ReadonlyArray<string>;
}

/** The progress of a recipient, with evidence. */
export interface RecipientProgress {
  readonly invitedAt: Timestamp | null;
  readonly viewedAt: Timestamp | null;
  /** When the recipient signed or approved, and consented to do so electronically. */
  readonly finishedAt: Timestamp | null;
  readonly submission: FinishSigning | null;
  readonly declinedAt: Timestamp | null;
  readonly declineReason: string | null;
  readonly sourceIp: string | null;
  readonly userAgent: string | null;
}

/** The emails to a recipient, and the changes of who that is. */
export interface RecipientDeliveries {
  /** How often the recipient was replaced or corrected. */
  readonly corrections: number;
  /** The number of invitations and reminders after the first invitation. */
  readonly emails: number;
  /** The cause of the last invitation or reminder; `null` for the first invitation. */
  readonly deliveryCause: string | null;
  readonly remindedAt: Timestamp | null;
  /** The number of automatic reminders, sent or skipped. */
  readonly reminders: number;
}

/** A recipient of an envelope; `id` is the id in the API. */
export interface EnvelopeRecipient
  extends RecipientDefinition, RecipientProgress, RecipientDeliveries {
  readonly id: string;
}

/** An envelope of the built-in provider. */
export interface Envelope {
  /** The provider's id of the request. */
  readonly id: string;
  /** The id of the signature request. */
  readonly reference: SignatureRequestId;
  readonly projectId: ProjectId;
  readonly renderId: RenderId;
  readonly name: string;
  /** The name of the sender at the time of sending: of the branding, or of the project. */
  readonly sender: string;
  /** The language of the consent and the certificate. */
  readonly language: Language;
  /** The exact consent text in that language. */
  readonly consent: string;
  /** The exact consent texts of recipients with another language. */
  readonly consents: Readonly<Partial<Record<Language, string>>>;
  /** In hex. */
  readonly originalSha256: string;
  readonly pageCount: number;
  readonly fields: ReadonlyArray<EnvelopeField>;
  /** In the order of the request. */
  readonly recipients: ReadonlyArray<EnvelopeRecipient>;
  readonly state: EnvelopeState;
  readonly createdAt: Timestamp;
  readonly expiresAt: Timestamp;
  /** When it stopped being open: after the last signature, or at an unsuccessful end. */
  readonly endedAt: Timestamp | null;
  readonly endReason: string | null;
  readonly options: DeliveryOptions;
  readonly auditHead: string;
  readonly auditLength: number;
}

export const NO_PROGRESS: RecipientProgress & RecipientDeliveries = {
  invitedAt: null,
  viewedAt: null,
  finishedAt: null,
  submission: null,
  declinedAt: null,
  declineReason: null,
  sourceIp: null,
  userAgent: null,
  corrections: 0,
  emails: 0,
  deliveryCause: null,
  remindedAt: null,
  reminders: 0,
};

/**
 * The state of an envelope at a time. An open envelope expires at `expiresAt`, even before that is stored.
 *
 * @example An envelope has expired at the time of its expiry
 * ```ts
 * import { envelopeState } from "@paraph/core/builtin_provider";
 * import { DateTime } from "effect";
 * import assert from "node:assert/strict";
 *
 * const expiresAt = DateTime.makeUnsafe("2026-05-04T03:02:01Z");
 * assert.equal(envelopeState({ state: "open", expiresAt }, expiresAt), "expired");
 * assert.equal(envelopeState({ state: "sealing", expiresAt }, expiresAt), "sealing");
 * ```
 */
export function envelopeState(
  { state, expiresAt }: Pick<Envelope, "state" | "expiresAt">,
  now: Timestamp,
): EnvelopeState {
  const isOver = DateTime.isLessThanOrEqualTo(expiresAt, now);
  return state === "open" && isOver ? "expired" : state;
}

/** The state of an envelope for a recipient at a time. */
export function ceremonyState(
  envelope: Pick<Envelope, "state" | "expiresAt">,
  { finishedAt }: Pick<EnvelopeRecipient, "finishedAt">,
  now: Timestamp,
): CeremonyState {
  const state = envelopeState(envelope, now);
  if (state === "sealing" || (state === "open" && finishedAt !== null)) return "finished";
  return state;
}

type TurnState = Pick<EnvelopeRecipient, "designation" | "order" | "step" | "finishedAt">;

/**
 * The recipients whose turn it is, in order: the signers and approvers of the first step that is not
 * finished, without those who have finished. Empty when all have finished; a CC has no turn.
 *
 * @example Two approvers at the same time
 * ```ts
 * import { currentRecipients } from "@paraph/core/builtin_provider";
 * import assert from "node:assert/strict";
 *
 * const copy = { designation: "CC", order: 1, step: 1, finishedAt: null } as const;
 * const late = { designation: "Signer", order: 4, step: 3, finishedAt: null } as const;
 * const first = { designation: "Approver", order: 2, step: 2, finishedAt: null } as const;
 * const second = { designation: "Approver", order: 3, step: 2, finishedAt: null } as const;
 * assert.deepEqual(currentRecipients([copy, late, second, first]), [first, second]);
 * assert.deepEqual(currentRecipients([copy]), []);
 * ```
 */
export function currentRecipients<A extends TurnState>(
  recipients: ReadonlyArray<A>,
): ReadonlyArray<A> {
  const unfinished = recipients
    .filter(({ designation, finishedAt }) => designation !== "CC" && finishedAt === null)
    .toSorted((one, other) => one.step - other.step || one.order - other.order);
  return unfinished.filter((recipient) => recipient.step === unfinished[0]?.step);
}

/** All reports about an envelope at a time, the end last. */
export function envelopeReports(envelope: Envelope, now: Timestamp): ReadonlyArray<ProviderReport> {
  const steps = envelope.recipients.flatMap(({ id: recipientId, viewedAt, finishedAt }) => [
    ...(viewedAt === null ? [] : [{ kind: "viewed" as const, at: viewedAt, recipientId }]),
    ...(finishedAt === null ? [] : [{ kind: "signed" as const, at: finishedAt, recipientId }]),
  ]);
  const end = endOf(envelope, now);
  return end === undefined ? steps : [...steps, end];
}

function endOf(envelope: Envelope, now: Timestamp): ProviderReport | undefined {
  const { recipients, expiresAt, endReason: reason } = envelope;
  const endedAt = envelope.endedAt ?? expiresAt;
  const state = envelopeState(envelope, now);
  if (state === "open") return undefined;
  if (state === "sealing" || state === "completed") return { kind: "completed", at: endedAt };
  if (state === "cancelled") return { kind: state, at: endedAt, reason };
  if (state === "expired") return { kind: state, at: endedAt };
  const recipient = recipients.find(({ declinedAt }) => declinedAt !== null);
  return { kind: state, at: endedAt, recipientId: recipient?.id ?? null, reason };
}
