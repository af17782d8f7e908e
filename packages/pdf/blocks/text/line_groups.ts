import type { Line } from "../../text/line.ts";

/** The minimum number of lines of a paragraph before a page break, and after it. */
const LEAST = 2;

/**
 * Groups the lines between which a page break can divide a text: the first two lines of a paragraph stay
 * together, and so do the last two. A paragraph of three lines stays whole.
 *
 * @param most The number of lines that fit on a page. Larger groups are dissolved.
 * @returns The number of lines of each group.
 */
export function lineGroups(lines: ReadonlyArray<Line>, most: number): ReadonlyArray<number> {
  const groups: Array<number> = [];
  let start = 0;
  lines.forEach(({ endsParagraph }, index) => {
    if (!endsParagraph && index < lines.length - 1) return;
    groups.push(...groupsOf(index + 1 - start, most));
    start = index + 1;
  });
  return groups;
}

function groupsOf(count: number, most: number): ReadonlyArray<number> {
  const ones = (length: number): ReadonlyArray<number> => Array(length).fill(1);
  if (count < 2 * LEAST) return count <= most ? [count] : ones(count);
  if (LEAST > most) return ones(count);
  return [LEAST, ...ones(count - 2 * LEAST), LEAST];
}
