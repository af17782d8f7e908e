import { Clock, Context, Duration, Effect, Layer } from "effect";

import { type RenderId, Transaction } from "../values/mod.ts";
import { FileRemover } from "./file_remover.ts";
import { renderEraser } from "./render_erasing.ts";
import { type ExpiringRows, RetentionStore } from "./retention_store.ts";

/** How long what is kept; `undefined`: for ever. */
export interface RetentionAges {
  /** Renders that were never sent out for signature, from when they ended. */
  readonly renders: Duration.Duration | undefined;
  /** Renders that were, from when the last of their requests ended. */
  readonly signatures: Duration.Duration | undefined;
  readonly events: Duration.Duration;
  /** The log of deliveries; it goes with its events at the latest. */
  readonly deliveries: Duration.Duration;
  readonly audit: Duration.Duration | undefined;
}

/** So many renders are erased at once, with all that belongs to them. */
const RENDER_BATCH = 100;

/** So many small rows are. */
const ROW_BATCH = 1000;

/** So many files are taken up at once. */
const FILE_BATCH = 100;

/** Clocks that differ by more are not believed. */
const MAX_CLOCK_DIFFERENCE = Duration.minutes(10);

/** What makes an engagement event a repetition is of no use after a few minutes. */
const REPETITIONS = Duration.hours(1);

/**
 * Erases by age, and removes the files of what was erased. Any number of nodes may do so at once, and
 * each may die at any moment.
 */
export class Retention extends Context.Service<
  Retention,
  {
    /** Erases everything that has been kept long enough. */
    readonly sweep: (ages: RetentionAges) => Effect.Effect<void>;
    /** Removes files that nothing tells of any more. */
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

      /** Erases each by itself, after all together failed; those that cannot be erased are told. */
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

      /** Runs batches until one has nothing; how much they did together. */
      const all = Effect.fnUntraced(function* (batch: Effect.Effect<number>) {
        let total = 0;
        for (let done = yield* batch; done > 0; done = yield* batch) total += done;
        return total;
      });

      /** Erases every render of that age; one that cannot be erased is passed over. */
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

      /** A clock that was set forward would erase everything: two must agree on the time. */
      const clocksAgree = Effect.gen(function* () {
        const difference = (yield* store.clockMillis) - (yield* Clock.currentTimeMillis);
        if (Math.abs(difference) <= Duration.toMillis(MAX_CLOCK_DIFFERENCE)) return true;
        yield* Effect.logWarning(
          "Nothing is erased by age: this machine and the database differ about the time",
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
        yield* Effect.logInfo("Erased what has been kept long enough").pipe(
          Effect.annotateLogs(erased),
        );
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

/** One kind that cannot be erased does not keep the others. */
function logFailure(what: string, erasing: Effect.Effect<number>) {
  return Effect.catchCause(erasing, (cause) =>
    Effect.logWarning("Erasing by age will be tried again", cause).pipe(
      Effect.annotateLogs({ what }),
      Effect.as(0),
    ),
  );
}
