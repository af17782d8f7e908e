import { DateTime, Schema } from "effect";

import type { EventType, Occurrence } from "../webhooks/mod.ts";
import { Render } from "./render.ts";
import type { StoredRender } from "./render_store.ts";

/**
 * A render in the form of the API. Its `downloadUrl` is null until it has succeeded.
 *
 * @param base The deployment's `{base_url}`.
 */
export function renderView(stored: StoredRender, base: string): Render {
  const { projectId: _, downloadToken, publicUrl, ...fields } = stored;
  const downloadUrl = publicUrl ?? `${base}/files/${downloadToken}.pdf`;
  return {
    ...fields,
    pollUrl: `${base}/v1/renders/${stored.id}`,
    downloadUrl: stored.status === "succeeded" ? downloadUrl : null,
    durationMs: durationOf(stored),
  };
}

function durationOf({ startedAt, completedAt }: StoredRender): number | null {
  if (startedAt === null || completedAt === null) return null;
  // Never negative, even if the clock was set back meanwhile.
  return Math.max(0, DateTime.toEpochMillis(completedAt) - DateTime.toEpochMillis(startedAt));
}

const encode = Schema.encodeSync(Render);

/** The event types of renders. There is none for the start of rendering. */
export type RenderEventType = Extract<EventType, `render.${string}`>;

/**
 * The event of a render that was accepted or has ended, with the render in the form of the API.
 *
 * @param base The deployment's `{base_url}`.
 */
export function renderEvent(type: RenderEventType, stored: StoredRender, base: string): Occurrence {
  return { projectId: stored.projectId, type, data: encode(renderView(stored, base)) };
}
