import { Schema } from "effect";

/** The status of a render (contract §6). `succeeded` and `failed` are final. */
export const RenderStatus = Schema.Literals(["queued", "rendering", "succeeded", "failed"]);
export type RenderStatus = typeof RenderStatus.Type;

/** Whether a render has ended. */
export function hasEnded(status: RenderStatus): boolean {
  return status === "succeeded" || status === "failed";
}
