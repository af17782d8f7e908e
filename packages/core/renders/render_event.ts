import { Schema } from "effect";

import type { EventType, Occurrence } from "../webhooks/mod.ts";
import { Render } from "./render.ts";
import type { StoredRender } from "./render_store.ts";
import { renderView } from "./render_view.ts";

const encode = Schema.encodeSync(Render);

/** What happens to renders that partners hear of; being drawn is nobody's business. */
export type RenderEventType = Extract<EventType, `render.${string}`>;

/**
 * What partners hear of a render that was accepted or has ended: the render as the API shows it.
 *
 * @param base The deployment's `{base_url}`.
 */
export function renderEvent(type: RenderEventType, stored: StoredRender, base: string): Occurrence {
  return { projectId: stored.projectId, type, data: encode(renderView(stored, base)) };
}
