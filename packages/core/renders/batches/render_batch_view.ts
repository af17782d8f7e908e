import { Schema } from "effect";

import type { Occurrence } from "../../webhooks/mod.ts";
import { RenderBatch } from "./render_batch.ts";
import type { StoredRenderBatch } from "./render_batch_store.ts";

/**
 * A batch in the form of the API.
 *
 * @param base The deployment's `{base_url}`.
 */
export function renderBatchView(stored: StoredRenderBatch, base: string): RenderBatch {
  const { projectId: _, ...batch } = stored;
  const pollUrl = `${base}/v1/renders/batches/${batch.id}`;
  const isCompleted = batch.completedAt !== null;
  return {
    ...batch,
    status: isCompleted ? "completed" : "rendering",
    pollUrl,
    resultUrl: isCompleted ? `${pollUrl}/result` : null,
  };
}

const encode = Schema.encodeSync(RenderBatch);

/**
 * The event of a completed batch, with the batch in the form of the API.
 *
 * @param base The deployment's `{base_url}`.
 */
export function batchCompletedEvent(batch: StoredRenderBatch, base: string): Occurrence {
  return {
    projectId: batch.projectId,
    type: "render_batch.completed",
    data: encode(renderBatchView(batch, base)),
  };
}
