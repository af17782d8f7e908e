import { Effect } from "effect";

import { type RenderId, Transaction } from "../values/mod.ts";
import { ErasureStore } from "./erasure_store.ts";

/** Erases renders without an open signature request, in short transactions. */
export const renderEraser = Effect.gen(function* () {
  const store = yield* ErasureStore;
  const transaction = yield* Transaction;

  const step = Effect.fnUntraced(function* (
    renderIds: ReadonlyArray<RenderId>,
    afterErase: (id: RenderId) => Effect.Effect<void>,
  ) {
    const { ids, open } = yield* store.lock(renderIds);
    const erasable = ids.filter((id) => !open.has(id));
    if (!(yield* store.eraseRenders(erasable))) return undefined;
    yield* Effect.forEach(erasable, afterErase, { discard: true });
    return { erased: erasable.length, open: open.size };
  }, transaction.run);

  /**
   * Erases renders without an open signature request; counts those erased and those with an open request.
   * A render is erased after its related records, so that an interrupted erasure can be repeated.
   */
  return Effect.fnUntraced(function* (
    renderIds: ReadonlyArray<RenderId>,
    afterErase: (id: RenderId) => Effect.Effect<void> = () => Effect.void,
  ) {
    for (;;) {
      const result = yield* step(renderIds, afterErase);
      if (result !== undefined) return result;
    }
  });
});
