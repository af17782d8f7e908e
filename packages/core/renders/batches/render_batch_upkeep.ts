import { Context, Effect, Layer } from "effect";

import { Transaction } from "../../values/mod.ts";
import { batchCompletion } from "./batch_completion.ts";
import { RenderBatchStore } from "./render_batch_store.ts";

/** The number of batches in a transaction. */
const BATCHES = 100;

/** Completes and deletes batches after their renders were erased. Several nodes can run it concurrently. */
export class RenderBatchUpkeep extends Context.Service<
  RenderBatchUpkeep,
  {
    /**
     * Completes batches whose last unfinished renders were erased, or ended by a worker of an earlier
     * release.
     */
    readonly completeOverdue: Effect.Effect<void>;
    /** Deletes completed batches without renders. */
    readonly deleteEmpty: Effect.Effect<void>;
  }
>()("@paraph/core/renders/RenderBatchUpkeep") {
  static readonly layer = Layer.effect(
    RenderBatchUpkeep,
    Effect.gen(function* () {
      const store = yield* RenderBatchStore;
      const complete = yield* batchCompletion;
      const transaction = yield* Transaction;

      /** Repeats a step until it finds less than a full number of batches. */
      const drain = (step: Effect.Effect<number>) =>
        Effect.asVoid(Effect.repeat(step, { until: (count) => count < BATCHES }));

      const completeSome = Effect.gen(function* () {
        const ids = yield* store.overdue(BATCHES);
        yield* complete(ids);
        return ids.length;
      });

      return RenderBatchUpkeep.of({
        completeOverdue: drain(transaction.run(completeSome)),
        deleteEmpty: drain(transaction.run(store.deleteEmpty(BATCHES))),
      });
    }),
  );
}
