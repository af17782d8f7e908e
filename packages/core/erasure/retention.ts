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

/**
 * Events and deliveries are dropped by the week, when the youngest has expired. Those that are still there a
 * day after that are deleted one by one: their ids are of another time, or the table was in use.
 */
const LONGEST_WAIT = Duration.days(8);

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
      const erase = (expiredIds: ReadonlyArray<RenderId>) =>
        Effect.map(eraseAll(expiredIds), ({ erased }) => erased);

      /** Erases renders one by one after their batch has failed; returns those that failed again. */
      const eraseOneByOne = Effect.fnUntraced(function* (expiredIds: ReadonlyArray<RenderId>) {
        const failedIds: Array<RenderId> = [];
        yield* Effect.forEach(
          expiredIds,
          (id) =>
            Effect.catchCause(erase([id]), (cause) => {
              failedIds.push(id);
              return Effect.annotateLogs(
                Effect.logWarning("A render could not be erased", cause),
                "renderId",
                id,
              );
            }),
          { discard: true },
        );
        return failedIds;
      });

      /** Runs batches until one is empty; returns the total. */
      const drainBatches = Effect.fnUntraced(function* (batch: Effect.Effect<number>) {
        let total = 0;
        for (let count = yield* batch; count > 0; count = yield* batch) total += count;
        return total;
      });

      /** Erases all expired renders, and skips those that fail. */
      const eraseRenders = Effect.fnUntraced(function* (
        kind: "unsigned" | "signed",
        age: Duration.Duration,
      ) {
        const failedIds: Array<RenderId> = [];
        const batch = Effect.gen(function* () {
          const expiredIds = yield* store.expiredRenders(kind, age, failedIds, RENDER_BATCH);
          return yield* Effect.catchCause(
            erase(expiredIds),
            Effect.fnUntraced(function* () {
              failedIds.push(...(yield* eraseOneByOne(expiredIds)));
              return expiredIds.length;
            }),
          );
        });
        return (yield* drainBatches(batch)) - failedIds.length;
      });

      const renders = (kind: "unsigned" | "signed", age: Duration.Duration | undefined) =>
        age === undefined ? Effect.succeed(0) : logFailure(kind, eraseRenders(kind, age));

      const rows = (kind: ExpiringRows, age: Duration.Duration | undefined) =>
        age === undefined
          ? Effect.succeed(0)
          : logFailure(
              kind,
              drainBatches(transaction.run(store.deleteExpired(kind, age, ROW_BATCH))),
            );

      const weeks = Effect.fnUntraced(function* (
        kind: "events" | "deliveries",
        age: Duration.Duration,
      ) {
        const dropped = yield* logFailure(kind, store.dropExpired(kind, age));
        const deleted = yield* rows(kind, Duration.sum(age, LONGEST_WAIT));
        return { dropped, deleted };
      });

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
        yield* logFailure("partitions", Effect.as(store.addPartitions, 0));
        if (!(yield* clocksAgree)) return;
        const deliveries = yield* weeks("deliveries", ages.deliveries);
        const events = yield* weeks("events", ages.events);
        const counts = {
          renders: yield* renders("unsigned", ages.renders),
          signed: yield* renders("signed", ages.signatures),
          partitions: deliveries.dropped + events.dropped,
          events: events.deleted,
          deliveries: deliveries.deleted,
          audit: yield* rows("audit", ages.audit),
        };
        yield* rows("repetitions", REPETITIONS);
        if (Object.values(counts).every((count) => count === 0)) return;
        yield* Effect.logInfo("Erased expired data").pipe(Effect.annotateLogs(counts));
      });

      const removeBatch = Effect.gen(function* () {
        const names = yield* store.claimFiles(FILE_BATCH);
        const removedNames = yield* Effect.filter(names, (name) =>
          files.remove(name).pipe(
            Effect.as(true),
            Effect.catchCause((cause) =>
              Effect.as(Effect.logWarning("A file is not removed yet", cause), false),
            ),
          ),
        );
        yield* store.markRemoved(removedNames);
        return names.length;
      });

      const forgetBlobs = drainBatches(transaction.run(store.deleteUnreferencedBlobs(FILE_BATCH)));
      const withdrawCopies = drainBatches(transaction.run(store.withdrawCopies(ROW_BATCH)));
      const removeFiles = logFailure("blobs", forgetBlobs).pipe(
        Effect.andThen(logFailure("public copies", withdrawCopies)),
        Effect.andThen(drainBatches(removeBatch)),
      );
      return Retention.of({ sweep, removeFiles: Effect.asVoid(removeFiles) });
    }),
  );
}

/** The failure of one kind does not stop the others. */
function logFailure(what: string, effect: Effect.Effect<number>) {
  return Effect.catchCause(effect, (cause) =>
    Effect.logWarning("Erasing by age will be retried", cause).pipe(
      Effect.annotateLogs({ what }),
      Effect.as(0),
    ),
  );
}
