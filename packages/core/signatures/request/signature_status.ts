import { Schema } from "effect";

import type { Timestamp } from "../../values/mod.ts";

/** Where a signature request stands (interface, Signature request status). */
export const SignatureStatus = Schema.Literals([
  "sent",
  "viewed",
  "completed",
  "declined",
  "expired",
  "cancelled",
  "failed",
]);
export type SignatureStatus = typeof SignatureStatus.Type;

/** What happens to a signature request. That a recipient signs moves it nowhere. */
export type SignatureTransition = "view" | "complete" | "decline" | "expire" | "cancel" | "fail";

const ENDS = {
  complete: "completed",
  decline: "declined",
  expire: "expired",
  cancel: "cancelled",
  fail: "failed",
} as const;

/** Where each move leads from each status. A missing cell is a move that does not exist. */
const TRANSITIONS: Record<
  SignatureStatus,
  Partial<Record<SignatureTransition, SignatureStatus>>
> = {
  sent: { view: "viewed", ...ENDS },
  viewed: ENDS,
  completed: {},
  declined: {},
  expired: {},
  cancelled: {},
  failed: {},
};

/**
 * The status a move leads to, `undefined` when there is no such move.
 *
 * @example What has ended stays ended
 * ```ts
 * import { nextSignatureStatus } from "@paraph/core/signatures";
 * import assert from "node:assert/strict";
 *
 * assert.equal(nextSignatureStatus("sent", "complete"), "completed");
 * assert.equal(nextSignatureStatus("completed", "decline"), undefined);
 * ```
 */
export function nextSignatureStatus(
  status: SignatureStatus,
  move: SignatureTransition,
): SignatureStatus | undefined {
  return TRANSITIONS[status][move];
}

/** How far a request has got on its way to the signed document (contract §11). */
export const SignaturePhase = Schema.Literals([
  /** Recipients are asked, or about to be. */
  "collecting",
  /** All have signed; the signed document is being made and archived. */
  "sealing",
  /** The signed document is archived. */
  "archived",
  /** It ended without a signed document. */
  "ended",
]);
export type SignaturePhase = typeof SignaturePhase.Type;

/**
 * The phase of a request.
 *
 * @param completingSince When all had signed; `null` before.
 */
export function signaturePhase(
  status: SignatureStatus,
  completingSince: Timestamp | null,
): SignaturePhase {
  if (status === "completed") return "archived";
  if (isTerminal(status)) return "ended";
  return completingSince === null ? "collecting" : "sealing";
}

/** Whether nothing can happen to a request any more. */
export function isTerminal(status: SignatureStatus): boolean {
  return Object.keys(TRANSITIONS[status]).length === 0;
}
