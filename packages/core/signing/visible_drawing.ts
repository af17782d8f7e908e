import type { DrawnSignature } from "./signature_mark.ts";

/** What there must be to draw, in parts of the larger side of what it was drawn on. */
const LEAST_INK = 0.03;

/**
 * Whether a drawing is more than a dot: its lines together are not much shorter than its pad is long.
 *
 * @example A tap is no signature
 * ```ts
 * import { isVisibleDrawing } from "@paraph/core/signing";
 * import assert from "node:assert/strict";
 *
 * const pad = { kind: "drawn", width: 300, height: 100 } as const;
 * assert.equal(isVisibleDrawing({ ...pad, strokes: [[50, 50, 50, 50]] }), false);
 * assert.equal(isVisibleDrawing({ ...pad, strokes: [[50, 50, 60, 50]] }), true);
 * ```
 */
export function isVisibleDrawing({ width, height, strokes }: DrawnSignature): boolean {
  const ink = strokes.reduce((sum, stroke) => sum + lengthOf(stroke), 0);
  return ink >= LEAST_INK * Math.max(width, height);
}

function lengthOf(stroke: ReadonlyArray<number>): number {
  let length = 0;
  for (let at = 2; at + 1 < stroke.length; at += 2) {
    const [x = 0, y = 0, nextX = 0, nextY = 0] = stroke.slice(at - 2, at + 2);
    length += Math.hypot(nextX - x, nextY - y);
  }
  return length;
}
