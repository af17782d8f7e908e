import { DateTime } from "effect";

import type { Timestamp } from "../../values/mod.ts";
import type { ProviderReport } from "../provider/provider_inbox.ts";
import type { StoredRecipient } from "./recipient.ts";
import { isTerminal, nextSignatureStatus, type SignatureStatus } from "./signature_status.ts";

/** How far a request has got. */
export interface Progress {
  readonly status: SignatureStatus;
  readonly recipients: ReadonlyArray<StoredRecipient>;
  /** Since when all have signed and the documents are being fetched; `null` before. */
  readonly completingSince: Timestamp | null;
  readonly errorMessage: string | null;
}

/** What integrators see of a request. */
export type SignatureEvent =
  | {
      readonly type: "signature.signed" | "signature.delivery_failed";
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

/** A request after a report, and what is told of it. */
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
 * Applies what a provider reports. The order of reports does not matter, nor how often they come: one
 * end is the end, and that somebody signed is noted whenever it is heard.
 *
 * Completion is only noted: a request is `completed` when its documents are kept, and until then
 * nothing else can end it but their being out of reach.
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
  if (report.kind === "signed") return signed(before, report);
  const progress = report.kind === "viewed" ? viewed(before, report) : before;
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
      // Why sealing is retried stays while it is.
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
 * What was cancelled here may be told of by its provider before we are done: then the reason, which
 * the provider does not repeat, comes after the end.
 */
function withCancelReason(progress: Progress, report: ProviderReport): Progress {
  if (report.kind !== "cancelled" || progress.status !== "cancelled") return progress;
  return { ...progress, errorMessage: progress.errorMessage ?? report.reason };
}

function signed(
  progress: Progress,
  { recipientId, at }: Extract<ProviderReport, { kind: "signed" }>,
): ReportResult {
  const isNews = progress.recipients.some(
    ({ id, signedAt, declinedAt }) =>
      id === recipientId && signedAt === undefined && declinedAt === undefined,
  );
  if (!isNews) return withoutEvents(progress);
  const recipients = updateRecipient(progress.recipients, recipientId, { signedAt: at });
  const happened = [{ type: "signature.signed", recipientId } as const];
  // Of what has ended nobody is told any more, but it is remembered.
  return {
    progress: { ...progress, recipients },
    events: isTerminal(progress.status) ? [] : happened,
  };
}

/** Notes when a recipient first opened the document, also after the request has ended. */
function viewed(
  progress: Progress,
  { recipientId, at }: Extract<ProviderReport, { kind: "viewed" }>,
): Progress {
  const known = progress.recipients.find(({ id }) => id === recipientId)?.viewedAt;
  const viewedAt = known === undefined ? at : DateTime.min(known, at);
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
