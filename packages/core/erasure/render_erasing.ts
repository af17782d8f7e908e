import { Effect } from "effect";

import { type RenderId, Transaction } from "../values/mod.ts";
import { ErasureStore } from "./erasure_store.ts";

/** Erases renders that are not out for signature, in as many short transactions as it takes. */
export const renderEraser = Effect.gen(function* () {
  const store = yield* ErasureStore;
  const transaction = yield* Transaction;

  const step = Effect.fnUntraced(function* (
    wanted: ReadonlyArray<RenderId>,
    whenGone: (id: RenderId) => Effect.Effect<void>,
  ) {
    const { ids, open } = yield* store.lock(wanted);
    const erasable = ids.filter((id) => !open.has(id));
    if (!(yield* store.eraseRenders(erasable))) return undefined;
    yield* Effect.forEach(erasable, whenGone, { discard: true });
    return { erased: erasable.length, open: open.size };
  }, transaction.run);

  /**
   * Erases those of these renders that may be; how many those were, and how many may not. A render goes
   * last: one that is there can be erased again, whoever died while they were at it.
   */
  return Effect.fnUntraced(function* (
    wanted: ReadonlyArray<RenderId>,
    whenGone: (id: RenderId) => Effect.Effect<void> = () => Effect.void,
  ) {
    for (;;) {
      const done = yield* step(wanted, whenGone);
      if (done !== undefined) return done;
    }
  });
});
