import { Schema } from "effect";

/** Where a render stands (contract §6). */
export const RenderStatus = Schema.Literals(["queued", "rendering", "succeeded", "failed"]);
export type RenderStatus = typeof RenderStatus.Type;

/** What happens to a render: a worker takes it, lays it down again, finishes or gives up. */
export type RenderTransition = "start" | "requeue" | "succeed" | "fail";

/**
 * Where each move leads from each status. A missing cell is a move that does not exist: what has
 * ended stays ended. A second start is a worker that took over from one that died, a second laying
 * down one that had lost the render to another.
 */
const TRANSITIONS: Record<RenderStatus, Partial<Record<RenderTransition, RenderStatus>>> = {
  queued: { start: "rendering", requeue: "queued", fail: "failed" },
  rendering: { start: "rendering", requeue: "queued", succeed: "succeeded", fail: "failed" },
  succeeded: {},
  failed: {},
};

/**
 * The status a move leads to, `undefined` when there is no such move.
 *
 * @example What has ended stays ended
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

/** The statuses that a move can start from. */
export function statusesBefore(move: RenderTransition): ReadonlyArray<RenderStatus> {
  return RenderStatus.literals.filter((status) => nextRenderStatus(status, move) !== undefined);
}

/** Whether a render has ended. */
export function hasEnded(status: RenderStatus): boolean {
  return status === "succeeded" || status === "failed";
}
