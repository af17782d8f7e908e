import { Clock, Context, Duration, Effect, Layer } from "effect";

import { Transaction } from "../values/mod.ts";
import { ErasureStore } from "./erasure_store.ts";
import { FileRemover } from "./file_remover.ts";
import { type Forgotten, RetentionStore } from "./retention_store.ts";

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

/** So many renders are erased in one transaction, with all that belongs to them. */
const RENDERS = 100;

/** So many small rows are. */
const ROWS = 1000;

/** So many files are taken up at once. */
const FILES = 100;

/** Clocks that differ by more are not believed. */
const CLOCKS_AGREE = Duration.minutes(10);

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
      const erasure = yield* ErasureStore;
      const files = yield* FileRemover;
      const transaction = yield* Transaction;

      const eraseBatch = Effect.fnUntraced(function* (
        kind: "unsigned" | "signed",
        age: Duration.Duration,
      ) {
        const expired = yield* store.expiredRenders(kind, age, RENDERS);
        const { ids, open } = yield* erasure.lock(expired);
        const erasable = ids.filter((id) => !open.has(id));
        yield* erasure.eraseRenders(erasable);
        return erasable.length;
      }, transaction.run);

      /** Runs batches until one has nothing; how much they did together. */
      const all = Effect.fnUntraced(function* (batch: Effect.Effect<number>) {
        let total = 0;
        for (let done = yield* batch; done > 0; done = yield* batch) total += done;
        return total;
      });

      const renders = (kind: "unsigned" | "signed", age: Duration.Duration | undefined) =>
        age === undefined ? Effect.succeed(0) : all(eraseBatch(kind, age));

      const rows = (what: Forgotten, age: Duration.Duration | undefined) =>
        age === undefined ? Effect.succeed(0) : all(transaction.run(store.forget(what, age, ROWS)));

      /** A clock that was set forward would erase everything: two must agree on the time. */
      const clocksAgree = Effect.gen(function* () {
        const difference = (yield* store.clockMillis) - (yield* Clock.currentTimeMillis);
        if (Math.abs(difference) <= Duration.toMillis(CLOCKS_AGREE)) return true;
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
        const names = yield* store.takeFiles(FILES);
        const removed = yield* Effect.filter(names, (name) =>
          files.remove(name).pipe(
            Effect.as(true),
            Effect.catchCause((cause) =>
              Effect.as(Effect.logWarning("A file is not removed yet", cause), false),
            ),
          ),
        );
        yield* store.filesRemoved(removed);
        return names.length;
      });

      return Retention.of({ sweep, removeFiles: Effect.asVoid(all(removeBatch)) });
    }),
  );
}
