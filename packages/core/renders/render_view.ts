import { DateTime, Schema } from "effect";

import type { EventType, Occurrence } from "../webhooks/mod.ts";
import { Render } from "./render.ts";
import type { StoredRender } from "./render_store.ts";

/**
 * A render as the API shows it: with addresses, and with no address to download before there is
 * something to download.
 *
 * @param base The deployment's `{base_url}`.
 */
export function renderView(stored: StoredRender, base: string): Render {
  const { projectId: _, downloadToken, publicUrl, ...shown } = stored;
  const downloadUrl = publicUrl ?? `${base}/files/${downloadToken}.pdf`;
  return {
    ...shown,
    pollUrl: `${base}/v1/renders/${stored.id}`,
    downloadUrl: stored.status === "succeeded" ? downloadUrl : null,
    durationMs: durationOf(stored),
  };
}

function durationOf({ startedAt, completedAt }: StoredRender): number | null {
  if (startedAt === null || completedAt === null) return null;
  // Never negative, even when the clock was set back meanwhile.
  return Math.max(0, DateTime.toEpochMillis(completedAt) - DateTime.toEpochMillis(startedAt));
}

const encode = Schema.encodeSync(Render);

/** The events of a render that webhooks receive. There is none for the start of rendering. */
export type RenderEventType = Extract<EventType, `render.${string}`>;

/**
 * What partners hear of a render that was accepted or has ended: the render as the API shows it.
 *
 * @param base The deployment's `{base_url}`.
 */
export function renderEvent(type: RenderEventType, stored: StoredRender, base: string): Occurrence {
  return { projectId: stored.projectId, type, data: encode(renderView(stored, base)) };
}
