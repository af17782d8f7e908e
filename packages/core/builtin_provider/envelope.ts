import { DateTime, Schema } from "effect";

import type { Addressee, Box, FieldType, ProviderReport } from "../signatures/mod.ts";
import type { ProjectId, RenderId, SignatureRequestId, Timestamp } from "../values/mod.ts";
import type { CeremonyState, FinishSigning } from "./ceremony/ceremony.ts";

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
export interface EnvelopeRecipient extends Addressee, RecipientProgress {
  readonly id: string;
}

/** A document on its way through its recipients' hands, which we carry ourselves. */
export interface Envelope {
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
  readonly recipients: ReadonlyArray<EnvelopeRecipient>;
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

/**
 * Where an envelope stands at a moment: what is still open when its time is over has expired, whether
 * or not anybody has noted it.
 *
 * @example It expires at the very moment
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

/** What a recipient finds at a moment. */
export function ceremonyState(
  envelope: Pick<Envelope, "state" | "expiresAt">,
  { finishedAt }: Pick<EnvelopeRecipient, "finishedAt">,
  now: Timestamp,
): CeremonyState {
  const state = envelopeState(envelope, now);
  if (state === "sealing" || (state === "open" && finishedAt !== null)) return "finished";
  return state;
}

/** Who takes part in a turn, and whether they are done. */
type TurnState = Pick<EnvelopeRecipient, "designation" | "order" | "finishedAt">;

/**
 * Whose turn it is: signers and approvers come one after the other, in their order. Nobody when all
 * of them are done; whoever only gets a copy never has a turn.
 *
 * @example The lowest number that has not finished
 * ```ts
 * import { currentRecipient } from "@paraph/core/builtin_provider";
 * import assert from "node:assert/strict";
 *
 * const copy = { designation: "CC", order: 1, finishedAt: null } as const;
 * const late = { designation: "Signer", order: 3, finishedAt: null } as const;
 * const first = { designation: "Approver", order: 2, finishedAt: null } as const;
 * assert.equal(currentRecipient([copy, late, first]), first);
 * assert.equal(currentRecipient([copy]), undefined);
 * ```
 */
export function currentRecipient<A extends TurnState>(recipients: ReadonlyArray<A>): A | undefined {
  return recipients
    .filter(({ designation, finishedAt }) => designation !== "CC" && finishedAt === null)
    .toSorted((one, other) => one.order - other.order)[0];
}

/** Everything there is to report of an envelope at a moment, its end last. */
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
  const at = envelope.endedAt ?? expiresAt;
  const state = envelopeState(envelope, now);
  if (state === "open") return undefined;
  if (state === "sealing" || state === "completed") return { kind: "completed", at };
  if (state === "cancelled") return { kind: state, at, reason };
  if (state === "expired") return { kind: state, at };
  const who = recipients.find(({ declinedAt }) => declinedAt !== null);
  return { kind: state, at, recipientId: who?.id ?? null, reason };
}
