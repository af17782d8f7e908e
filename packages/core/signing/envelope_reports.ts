import type { ProviderReport } from "../signatures/mod.ts";
import type { Timestamp } from "../values/mod.ts";
import { envelopeState } from "./ceremony_state.ts";
import type { SigningEnvelope } from "./signing_envelope.ts";

/** Everything there is to report of an envelope at a moment, its end last. */
export function envelopeReports(
  envelope: SigningEnvelope,
  now: Timestamp,
): ReadonlyArray<ProviderReport> {
  const steps = envelope.recipients.flatMap(({ id: recipientId, viewedAt, finishedAt }) => [
    ...(viewedAt === null ? [] : [{ kind: "viewed" as const, at: viewedAt, recipientId }]),
    ...(finishedAt === null ? [] : [{ kind: "signed" as const, at: finishedAt, recipientId }]),
  ]);
  const end = endOf(envelope, now);
  return end === undefined ? steps : [...steps, end];
}

function endOf(envelope: SigningEnvelope, now: Timestamp): ProviderReport | undefined {
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
