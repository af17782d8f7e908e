import { DateTime } from "effect";

import type { EventType, Occurrence } from "../webhooks/mod.ts";
import type { Render } from "./render.ts";
import { renderJson } from "./render_json.ts";
import type { StoredRender } from "./render_store.ts";

/**
 * A render in the form of the API. Its `downloadUrl` is null until it has succeeded, and if its project has no
 * public downloads.
 *
 * @param base The deployment's `{base_url}`.
 */
export function renderView(render: StoredRender, base: string): Render {
  const { projectId: _, downloadToken, publicUrl, publicDownloads, ...fields } = render;
  const downloadUrl = publicUrl ?? `${base}/files/${downloadToken}.pdf`;
  return {
    ...fields,
    pollUrl: `${base}/v1/renders/${render.id}`,
    downloadUrl: render.status === "succeeded" && publicDownloads ? downloadUrl : null,
    warnings: render.warnings ?? NO_WARNINGS,
    signingFields: render.signingFields ?? NO_SIGNING_FIELDS,
    durationMs: durationOf(render),
  };
}

const NO_WARNINGS: Render["warnings"] = [];
const NO_SIGNING_FIELDS: Render["signingFields"] = [];

function durationOf({ startedAt, completedAt }: StoredRender): number | null {
  if (startedAt === null || completedAt === null) return null;
  // Never negative, even if the clock was set back meanwhile.
  return Math.max(0, DateTime.toEpochMillis(completedAt) - DateTime.toEpochMillis(startedAt));
}

/** The event types of renders. There is none for the start of rendering. */
export type RenderEventType = Extract<EventType, `render.${string}`>;

/**
 * The event of a render that was accepted or has ended, with the render in the form of the API.
 *
 * @param base The deployment's `{base_url}`.
 */
export function renderEvent(type: RenderEventType, render: StoredRender, base: string): Occurrence {
  return { projectId: render.projectId, type, data: renderJson(renderView(render, base)) };
}
