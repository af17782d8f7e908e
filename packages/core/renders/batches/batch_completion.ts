import { DateTime, Effect } from "effect";

import { PublicUrls, type RenderBatchId } from "../../values/mod.ts";
import { EventPublisher } from "../../webhooks/mod.ts";
import { RenderBatchStore } from "./render_batch_store.ts";
import { batchCompletedEvent } from "./render_batch_view.ts";

/** Completes those of the batches in the open transaction whose renders have all ended, with their events. */
export const batchCompletion = Effect.gen(function* () {
  const store = yield* RenderBatchStore;
  const events = yield* EventPublisher;
  const { base } = yield* PublicUrls;

  return Effect.fnUntraced(function* (ids: ReadonlyArray<RenderBatchId>) {
    if (ids.length === 0) return;
    const completed = yield* store.complete(ids, yield* DateTime.now);
    yield* events.publish(...completed.map((batch) => batchCompletedEvent(batch, base)));
  });
});
