import { DateTime, Struct } from "effect";

import type { Timestamp } from "../../values/mod.ts";
import type { ProviderReport } from "../provider/provider_report.ts";
import type { StoredRecipient } from "./recipient.ts";
import { isTerminal, nextSignatureStatus, type SignatureStatus } from "./signature_status.ts";

/** The state of a request. */
export interface Progress {
  readonly status: SignatureStatus;
  readonly recipients: ReadonlyArray<StoredRecipient>;
  /** The time when all had signed and the documents were complete at the provider; `null` before. */
  readonly completingSince: Timestamp | null;
  readonly errorMessage: string | null;
}

/** An event of a request for integrators. */
export type SignatureEvent =
  | {
      readonly type:
        | "signature.signed"
        | "signature.delivery_failed"
        | "signature.reminded"
        | "signature.recipient_changed";
      readonly recipientId: string;
    }
  | {
      readonly type:
        | "signature.sent"
        | "signature.viewed"
        | "signature.sealing_failed"
        | "signature.completed"
        | "signature.declined"
        | "signature.expired"
        | "signature.cancelled"
        | "signature.failed";
    };

/** The state of a request after a report, and the events to publish. */
export interface ReportResult {
  readonly progress: Progress;
  readonly events: ReadonlyArray<SignatureEvent>;
}

const TRANSITIONS = {
  viewed: "view",
  declined: "decline",
  expired: "expire",
  cancelled: "cancel",
  failed: "fail",
} as const;

/**
 * Applies a report of a provider. The order and duplicates of reports do not matter: the first end is
 * final, and signatures are recorded even after the end.
 *
 * The report `completed` only sets `completingSince`: a request is `completed` when its documents are
 * stored. Until then, only `failed` can end it.
 *
 * @example A report after the end changes nothing
 * ```ts
 * import { applyReport } from "@paraph/core/signatures";
 * import { DateTime } from "effect";
 * import assert from "node:assert/strict";
 *
 * const at = DateTime.makeUnsafe("2026-01-01T00:00:00Z");
 * const cancelled = { status: "cancelled", recipients: [], completingSince: null, errorMessage: null } as const;
 * const late = applyReport(cancelled, { kind: "expired", at });
 * assert.deepEqual(late, { progress: cancelled, events: [] });
 * ```
 */
export function applyReport(before: Progress, report: ProviderReport): ReportResult {
  if (report.kind === "signed") return applySigned(before, report);
  if (report.kind === "delegated") return applyDelegated(before, report);
  const progress = report.kind === "viewed" ? applyViewed(before, report) : before;
  const { status, completingSince } = progress;
  if (isTerminal(status)) return withoutEvents(withCancelReason(progress, report));
  if (report.kind === "completed") {
    return withoutEvents({ ...progress, completingSince: completingSince ?? report.at });
  }
  const next = nextSignatureStatus(status, TRANSITIONS[report.kind]);
  const isSettled = completingSince !== null && report.kind !== "failed";
  if (next === undefined || (isSettled && report.kind !== "viewed")) return withoutEvents(progress);
  return {
    progress: {
      ...progress,
      status: next,
      // The reason for the retries of sealing stays.
      errorMessage: "reason" in report ? report.reason : isSettled ? progress.errorMessage : null,
      recipients:
        report.kind === "declined"
          ? updateRecipient(progress.recipients, report.recipientId, { declinedAt: report.at })
          : progress.recipients,
    },
    events: [{ type: `signature.${report.kind}` }],
  };
}

/**
 * The provider may report a cancellation through the API before the API call ends. Its report has no
 * reason, so the reason is added after the end.
 */
function withCancelReason(progress: Progress, report: ProviderReport): Progress {
  if (report.kind !== "cancelled" || progress.status !== "cancelled") return progress;
  return { ...progress, errorMessage: progress.errorMessage ?? report.reason };
}

function applySigned(
  progress: Progress,
  { recipientId, at }: Extract<ProviderReport, { kind: "signed" }>,
): ReportResult {
  const isNew = progress.recipients.some(
    ({ id, signedAt, declinedAt }) =>
      id === recipientId && signedAt === undefined && declinedAt === undefined,
  );
  if (!isNew) return withoutEvents(progress);
  const recipients = updateRecipient(progress.recipients, recipientId, { signedAt: at });
  const signedEvents = [{ type: "signature.signed", recipientId } as const];
  // A signature after the end is recorded without an event.
  return {
    progress: { ...progress, recipients },
    events: isTerminal(progress.status) ? [] : signedEvents,
  };
}

/** The new person has not opened the document yet. */
function applyDelegated(
  progress: Progress,
  { recipientId, contact }: Extract<ProviderReport, { kind: "delegated" }>,
): ReportResult {
  const recipients = progress.recipients.map((recipient) =>
    recipient.id === recipientId
      ? { ...Struct.omit(recipient, ["viewedAt"]), ...contact }
      : recipient,
  );
  return {
    progress: { ...progress, recipients },
    events: isTerminal(progress.status)
      ? []
      : [{ type: "signature.recipient_changed", recipientId }],
  };
}

/** Records when a recipient first opened the document, also after the end of the request. */
function applyViewed(
  progress: Progress,
  { recipientId, at }: Extract<ProviderReport, { kind: "viewed" }>,
): Progress {
  const earlierViewedAt = progress.recipients.find(({ id }) => id === recipientId)?.viewedAt;
  const viewedAt = earlierViewedAt === undefined ? at : DateTime.min(earlierViewedAt, at);
  return {
    ...progress,
    recipients: updateRecipient(progress.recipients, recipientId, { viewedAt }),
  };
}

function updateRecipient(
  recipients: ReadonlyArray<StoredRecipient>,
  id: string | null,
  mark: Partial<Pick<StoredRecipient, "viewedAt" | "signedAt" | "declinedAt">>,
): ReadonlyArray<StoredRecipient> {
  return recipients.map((recipient) =>
    recipient.id === id ? { ...recipient, ...mark } : recipient,
  );
}

function withoutEvents(progress: Progress): ReportResult {
  return { progress, events: [] };
}
