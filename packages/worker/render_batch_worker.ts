import { RenderBatchUpkeep } from "@paraph/core/renders";
import { Duration, Effect, Layer } from "effect";

import { repeatForever } from "./background_work.ts";

/** How often batches whose last renders were erased are completed. */
const COMPLETION_INTERVAL = Duration.seconds(10);

/** How often batches without renders are deleted. */
const DELETION_INTERVAL = Duration.minutes(10);

/** Completes and deletes batches after their renders were erased, until its scope closes. */
export const renderBatchWorker: Layer.Layer<never, never, RenderBatchUpkeep> = Layer.effectDiscard(
  Effect.gen(function* () {
    const { completeOverdue, deleteEmpty } = yield* RenderBatchUpkeep;
    const failureMessage = "Batches will be completed later";
    yield* repeatForever(completeOverdue, { every: COMPLETION_INTERVAL, failureMessage });
    yield* repeatForever(deleteEmpty, { every: DELETION_INTERVAL, failureMessage });
  }),
);
