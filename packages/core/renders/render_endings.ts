import { Context, Effect, Latch } from "effect";

import type { RenderId } from "../values/mod.ts";

/** Tells callers in this process that a render has ended. Those in other processes poll. */
export interface RenderEndings {
  readonly notify: (id: RenderId) => void;
  /** Runs an effect with another one that completes when the render ends after this call. */
  readonly whileListening: <A, E, R>(
    id: RenderId,
    use: (ending: Effect.Effect<void>) => Effect.Effect<A, E, R>,
  ) => Effect.Effect<A, E, R>;
}

/** The {@linkcode RenderEndings} of this process. */
export const CurrentRenderEndings = Context.Reference<RenderEndings>(
  "@paraph/core/renders/CurrentRenderEndings",
  { defaultValue: makeRenderEndings },
);

function makeRenderEndings(): RenderEndings {
  const listeners = new Map<RenderId, Set<Latch.Latch>>();
  return {
    notify: (id) => listeners.get(id)?.forEach((latch) => latch.openUnsafe()),
    whileListening: (id, use) =>
      Effect.acquireUseRelease(
        Effect.sync(() => {
          const latch = Latch.makeUnsafe();
          listeners.set(id, (listeners.get(id) ?? new Set()).add(latch));
          return latch;
        }),
        (latch) => use(latch.await),
        (latch) =>
          Effect.sync(() => {
            const latches = listeners.get(id);
            latches?.delete(latch);
            if (latches?.size === 0) listeners.delete(id);
          }),
      ),
  };
}
