import { Clock, Context, Duration, Effect, Layer } from "effect";

import { type RenderId, Transaction } from "../values/mod.ts";
import { FileRemover } from "./file_remover.ts";
import { renderEraser } from "./render_erasing.ts";
import { type ExpiringRows, RetentionStore } from "./retention_store.ts";

/** The retention of data; `undefined` keeps it permanently. */
export interface RetentionAges {
  /** Renders without signature requests, from their end. */
  readonly renders: Duration.Duration | undefined;
  /** Renders with signature requests, from the end of the last request. */
  readonly signatures: Duration.Duration | undefined;
  readonly events: Duration.Duration;
  /** The delivery log; deleted with its events at the latest. */
  readonly deliveries: Duration.Duration;
  readonly audit: Duration.Duration | undefined;
}

/** The number of renders per batch. */
const RENDER_BATCH = 100;

/** The number of small rows per batch. */
const ROW_BATCH = 1000;

/** The number of files per batch. */
const FILE_BATCH = 100;

/** With a larger difference of clocks, nothing is erased. */
const MAX_CLOCK_DIFFERENCE = Duration.minutes(10);

/** The retention of deduplication windows, which last 5 minutes. */
const REPETITIONS = Duration.hours(1);

/**
 * Erases expired data, and removes the files of erased data. Several nodes can run it concurrently, and
 * a crash is harmless.
 */
export class Retention extends Context.Service<
  Retention,
  {
    /** Erases expired data. */
    readonly sweep: (ages: RetentionAges) => Effect.Effect<void>;
    /** Removes unreferenced files. */
    readonly removeFiles: Effect.Effect<void>;
  }
>()("@paraph/core/erasure/Retention") {
  static readonly layer = Layer.effect(
    Retention,
    Effect.gen(function* () {
      const store = yield* RetentionStore;
      const files = yield* FileRemover;
      const transaction = yield* Transaction;

      const eraseAll = yield* renderEraser;
      const erase = (expired: ReadonlyArray<RenderId>) =>
        Effect.map(eraseAll(expired), ({ erased }) => erased);

      /** Erases renders one by one after their batch has failed; returns those that failed again. */
      const eraseOneByOne = Effect.fnUntraced(function* (expired: ReadonlyArray<RenderId>) {
        const failed: Array<RenderId> = [];
        yield* Effect.forEach(
          expired,
          (id) =>
            Effect.catchCause(erase([id]), (cause) => {
              failed.push(id);
              return Effect.annotateLogs(
                Effect.logWarning("A render could not be erased", cause),
                "renderId",
                id,
              );
            }),
          { discard: true },
        );
        return failed;
      });

      /** Runs batches until one is empty; returns the total. */
      const all = Effect.fnUntraced(function* (batch: Effect.Effect<number>) {
        let total = 0;
        for (let done = yield* batch; done > 0; done = yield* batch) total += done;
        return total;
      });

      /** Erases all expired renders, and skips those that fail. */
      const eraseRenders = Effect.fnUntraced(function* (
        kind: "unsigned" | "signed",
        age: Duration.Duration,
      ) {
        const failed: Array<RenderId> = [];
        const batch = Effect.gen(function* () {
          const expired = yield* store.expiredRenders(kind, age, failed, RENDER_BATCH);
          return yield* Effect.catchCause(
            erase(expired),
            Effect.fnUntraced(function* () {
              failed.push(...(yield* eraseOneByOne(expired)));
              return expired.length;
            }),
          );
        });
        return (yield* all(batch)) - failed.length;
      });

      const renders = (kind: "unsigned" | "signed", age: Duration.Duration | undefined) =>
        age === undefined ? Effect.succeed(0) : logFailure(kind, eraseRenders(kind, age));

      const rows = (what: ExpiringRows, age: Duration.Duration | undefined) =>
        age === undefined
          ? Effect.succeed(0)
          : logFailure(what, all(transaction.run(store.deleteExpired(what, age, ROW_BATCH))));

      /** A clock that is ahead would erase too much, so two clocks must agree. */
      const clocksAgree = Effect.gen(function* () {
        const difference = (yield* store.clockMillis) - (yield* Clock.currentTimeMillis);
        if (Math.abs(difference) <= Duration.toMillis(MAX_CLOCK_DIFFERENCE)) return true;
        yield* Effect.logWarning(
          "Nothing is erased by age: the clocks of this node and the database differ",
        ).pipe(Effect.annotateLogs({ differenceMs: difference }));
        return false;
      });

      const sweep = Effect.fn("Retention.sweep")(function* (ages: RetentionAges) {
        if (!(yield* clocksAgree)) return;
        const erased = {
          renders: yield* renders("unsigned", ages.renders),
          signed: yield* renders("signed", ages.signatures),
          events: yield* rows("events", ages.events),
          deliveries: yield* rows("deliveries", ages.deliveries),
          audit: yield* rows("audit", ages.audit),
        };
        yield* rows("repetitions", REPETITIONS);
        if (Object.values(erased).every((count) => count === 0)) return;
        yield* Effect.logInfo("Erased expired data").pipe(Effect.annotateLogs(erased));
      });

      const removeBatch = Effect.gen(function* () {
        const names = yield* store.claimFiles(FILE_BATCH);
        const removed = yield* Effect.filter(names, (name) =>
          files.remove(name).pipe(
            Effect.as(true),
            Effect.catchCause((cause) =>
              Effect.as(Effect.logWarning("A file is not removed yet", cause), false),
            ),
          ),
        );
        yield* store.markRemoved(removed);
        return names.length;
      });

      const forgetBlobs = all(transaction.run(store.deleteUnreferencedBlobs(FILE_BATCH)));
      const removeFiles = Effect.andThen(logFailure("blobs", forgetBlobs), all(removeBatch));
      return Retention.of({ sweep, removeFiles: Effect.asVoid(removeFiles) });
    }),
  );
}

/** The failure of one kind does not stop the others. */
function logFailure(what: string, erasing: Effect.Effect<number>) {
  return Effect.catchCause(erasing, (cause) =>
    Effect.logWarning("Erasing by age will be retried", cause).pipe(
      Effect.annotateLogs({ what }),
      Effect.as(0),
    ),
  );
}
