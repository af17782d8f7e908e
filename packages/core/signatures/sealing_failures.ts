import { DateTime, Duration, Effect } from "effect";

import type { StorageUnavailable } from "../renders/mod.ts";
import { METRICS, record } from "../telemetry/mod.ts";
import type { NotFound, Timestamp } from "../values/mod.ts";
import { reportReading } from "./report_reading.ts";
import type { IntegrityFault, NotReady, ProviderUnavailable } from "./signature_provider.ts";
import type { StoredSignature } from "./signature_store.ts";

/** For how long the documents of a completed request are asked for. */
export const ARCHIVE_WITHIN = Duration.hours(24);

/** What keeps a request from being archived and may pass. */
type Transient = NotReady | ProviderUnavailable | StorageUnavailable;

/** What a failure is counted under. */
const REASONS = {
  integrity_fault: "integrity",
  not_ready: "storage",
  not_ready_yet: "not_ready",
  provider_unavailable: "provider",
} as const;

/** Records failed attempts to archive the documents of requests that all have signed. */
export const sealingFailures = Effect.gen(function* () {
  const reports = yield* reportReading;

  /**
   * Records a failed attempt. Ends, once the request has failed for good: at once when its data was
   * changed, otherwise after a day. Fails with the trouble while the request is to be retried.
   */
  return Effect.fnUntraced(function* (
    { id }: StoredSignature,
    since: Timestamp,
    trouble: Transient | IntegrityFault,
  ): Effect.fn.Return<void, Transient | NotFound> {
    const now = yield* DateTime.now;
    const isOver = DateTime.isLessThanOrEqualTo(DateTime.addDuration(since, ARCHIVE_WITHIN), now);
    const reason = REASONS[trouble._tag];
    if (trouble._tag === "integrity_fault" || isOver) {
      const message = `The signed document could not be archived: ${trouble.message}`;
      yield* Effect.logError(message);
      yield* record(METRICS.sealingFailures, 1, { reason, outcome: "failed" });
      return yield* Effect.asVoid(
        reports.apply(id, [{ kind: "failed", at: now, reason: message }]),
      );
    }
    // A provider that is not done yet has not failed.
    if (trouble._tag !== "not_ready_yet") {
      yield* record(METRICS.sealingFailures, 1, { reason, outcome: "retry" });
      yield* reports.noteSealingFailure(
        id,
        `The signed document is not archived yet and is being retried: ${trouble.message}`,
      );
    }
    return yield* trouble;
  });
});
