import { Schema } from "effect";

/** The status of a render (contract §6). */
export const RenderStatus = Schema.Literals(["queued", "rendering", "succeeded", "failed"]);
export type RenderStatus = typeof RenderStatus.Type;

/** A transition: a worker starts a render, requeues it, succeeds or fails. */
export type RenderTransition = "start" | "requeue" | "succeed" | "fail";

/**
 * The next status by status and transition. Missing cells are transitions that are not allowed: `succeeded`
 * and `failed` are final. A second `start` is a worker that takes over from a dead one; a second `requeue`
 * is a worker that had lost the render to another.
 */
const TRANSITIONS: Record<RenderStatus, Partial<Record<RenderTransition, RenderStatus>>> = {
  queued: { start: "rendering", requeue: "queued", fail: "failed" },
  rendering: { start: "rendering", requeue: "queued", succeed: "succeeded", fail: "failed" },
  succeeded: {},
  failed: {},
};

/**
 * The status after a transition; `undefined` if it is not allowed.
 *
 * @example `failed` is final
 * ```ts
 * import { nextRenderStatus } from "@paraph/core/renders";
 * import assert from "node:assert/strict";
 *
 * assert.equal(nextRenderStatus("rendering", "succeed"), "succeeded");
 * assert.equal(nextRenderStatus("failed", "start"), undefined);
 * ```
 */
export function nextRenderStatus(
  status: RenderStatus,
  move: RenderTransition,
): RenderStatus | undefined {
  return TRANSITIONS[status][move];
}

/** The statuses that allow a transition. */
export function statusesBefore(move: RenderTransition): ReadonlyArray<RenderStatus> {
  return RenderStatus.literals.filter((status) => nextRenderStatus(status, move) !== undefined);
}

/** Whether a render has ended. */
export function hasEnded(status: RenderStatus): boolean {
  return status === "succeeded" || status === "failed";
}
