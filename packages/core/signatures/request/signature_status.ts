import { Schema } from "effect";

import type { Timestamp } from "../../values/mod.ts";

/** The status of a signature request (interface, Signature request status). */
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

/** A transition of a signature request. A signature is not one. */
export type SignatureTransition = "view" | "complete" | "decline" | "expire" | "cancel" | "fail";

const ENDS = {
  complete: "completed",
  decline: "declined",
  expire: "expired",
  cancel: "cancelled",
  fail: "failed",
} as const;

/** The next status by status and transition. Missing cells are transitions that are not allowed. */
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
 * The status after a transition; `undefined` if it is not allowed.
 *
 * @example `completed` is final
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

/** The phase of a request on the way to the signed document (contract §11). */
export const SignaturePhase = Schema.Literals([
  /** Recipients are invited to sign, or soon will be. */
  "collecting",
  /** All have signed; the signed document is being created and archived. */
  "sealing",
  /** The signed document is archived. */
  "archived",
  /** The request ended without a signed document. */
  "ended",
]);
export type SignaturePhase = typeof SignaturePhase.Type;

/**
 * The phase of a request.
 *
 * @param completingSince The time when all had signed; `null` before.
 */
export function signaturePhase(
  status: SignatureStatus,
  completingSince: Timestamp | null,
): SignaturePhase {
  if (status === "completed") return "archived";
  if (isTerminal(status)) return "ended";
  return completingSince === null ? "collecting" : "sealing";
}

/** The ends without a signed document of which the local provider issues a certificate. */
const CERTIFIED_ENDS: ReadonlySet<SignatureStatus> = new Set(["declined", "cancelled", "expired"]);

/**
 * Whether a request with a status gets a certificate.
 *
 * @param isLocal Whether its provider is the local one, which certifies every ending.
 *
 * @example Only the local provider certifies a refusal
 * ```ts
 * import { hasCertificate } from "@paraph/core/signatures";
 * import assert from "node:assert/strict";
 *
 * assert.equal(hasCertificate("declined", true), true);
 * assert.equal(hasCertificate("declined", false), false);
 * ```
 */
export function hasCertificate(status: SignatureStatus, isLocal: boolean): boolean {
  return status === "completed" || (isLocal && CERTIFIED_ENDS.has(status));
}

/** Whether a status is final. */
export function isTerminal(status: SignatureStatus): boolean {
  return Object.keys(TRANSITIONS[status]).length === 0;
}
