import { DateTime } from "effect";

import type { Timestamp } from "../values/mod.ts";
import type { CeremonyState } from "./ceremony.ts";
import type { EnvelopeState, SigningEnvelope, SigningRecipient } from "./signing_envelope.ts";

/**
 * Where an envelope stands at a moment: what is still open when its time is over has expired, whether
 * or not anybody has noted it.
 *
 * @example It expires at the very moment
 * ```ts
 * import { envelopeState } from "@paraph/core/signing";
 * import { DateTime } from "effect";
 * import assert from "node:assert/strict";
 *
 * const expiresAt = DateTime.makeUnsafe("2026-05-04T03:02:01Z");
 * assert.equal(envelopeState({ state: "open", expiresAt }, expiresAt), "expired");
 * assert.equal(envelopeState({ state: "sealing", expiresAt }, expiresAt), "sealing");
 * ```
 */
export function envelopeState(
  { state, expiresAt }: Pick<SigningEnvelope, "state" | "expiresAt">,
  now: Timestamp,
): EnvelopeState {
  const isOver = DateTime.isLessThanOrEqualTo(expiresAt, now);
  return state === "open" && isOver ? "expired" : state;
}

/** What a recipient finds at a moment. */
export function ceremonyState(
  envelope: Pick<SigningEnvelope, "state" | "expiresAt">,
  { finishedAt }: Pick<SigningRecipient, "finishedAt">,
  now: Timestamp,
): CeremonyState {
  const state = envelopeState(envelope, now);
  if (state === "sealing" || (state === "open" && finishedAt !== null)) return "finished";
  return state;
}

/** Who takes part in a turn, and whether they are done. */
type TurnTaker = Pick<SigningRecipient, "designation" | "order" | "finishedAt">;

/**
 * Whose turn it is: signers and approvers come one after the other, in their order. Nobody when all
 * of them are done; whoever only gets a copy never has a turn.
 *
 * @example The lowest number that has not finished
 * ```ts
 * import { whoseTurn } from "@paraph/core/signing";
 * import assert from "node:assert/strict";
 *
 * const copy = { designation: "CC", order: 1, finishedAt: null } as const;
 * const late = { designation: "Signer", order: 3, finishedAt: null } as const;
 * const first = { designation: "Approver", order: 2, finishedAt: null } as const;
 * assert.equal(whoseTurn([copy, late, first]), first);
 * assert.equal(whoseTurn([copy]), undefined);
 * ```
 */
export function whoseTurn<A extends TurnTaker>(recipients: ReadonlyArray<A>): A | undefined {
  return recipients
    .filter(({ designation, finishedAt }) => designation !== "CC" && finishedAt === null)
    .toSorted((one, other) => one.order - other.order)[0];
}
