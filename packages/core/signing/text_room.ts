import type { Box } from "../signatures/mod.ts";

/** The side of a square as large as a page of A4, in points: which way pages are turned is not known. */
const SIDE = 708;

/** The smallest letters that people still read, in points; how far apart their lines are; and how wide they are. */
const SMALLEST = { size: 4, step: 5, advance: 2 };

/** What is as wide as it is high. */
const WIDE = /[\p{Emoji_Presentation}\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/u;

/**
 * Whether a text can still be read when it is written into a box, on a page about as large as A4:
 * what is signed must not be hidden by being small.
 *
 * @example Fifty lines do not fit where three do
 * ```ts
 * import { hasRoomFor } from "@paraph/core/signing";
 * import assert from "node:assert/strict";
 *
 * assert.equal(hasRoomFor("one\ntwo", { width: 20, height: 3 }), true);
 * assert.equal(hasRoomFor("line\n".repeat(50), { width: 20, height: 3 }), false);
 * ```
 */
export function hasRoomFor(
  text: string,
  { width, height }: Pick<Box, "width" | "height">,
): boolean {
  const across = (width / 100) * SIDE;
  const lines = text.split("\n").reduce((sum, line) => {
    return sum + Math.max(1, Math.ceil(widthOf(line) / across));
  }, 0);
  // The last line needs no distance to another.
  const reach = (lines - 1) * SMALLEST.step + SMALLEST.size;
  return lines === 1 || reach <= (height / 100) * SIDE;
}

function widthOf(line: string): number {
  const { advance, size } = SMALLEST;
  return Array.from(line).reduce((sum, char) => sum + (WIDE.test(char) ? size : advance), 0);
}
