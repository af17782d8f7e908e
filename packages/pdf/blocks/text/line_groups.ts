import type { Line } from "../../text/line.ts";

/** The minimum number of lines of a paragraph before a page break, and after it. */
const LEAST = 2;
/** The maximum number of lines that hyphens join, so that a page with them at its end is not much shorter. */
const MOST_JOINED = 6;

/**
 * Groups the lines between which a page break can divide a text: the first two lines of a paragraph stay
 * together, and so do the last two. A paragraph of three lines stays whole. A line that ends with a hyphen stays
 * with the next one, up to six lines or half a page.
 *
 * @param most The number of lines that fit on a page. Larger groups are dissolved.
 * @returns The number of lines of each group.
 */
export function lineGroups(lines: ReadonlyArray<Line>, most: number): ReadonlyArray<number> {
  const groups: Array<number> = [];
  const mostJoined = Math.min(MOST_JOINED, Math.floor(most / 2));
  let start = 0;
  let isDivided = false;
  lines.forEach(({ endsParagraph }, index) => {
    if (!endsParagraph && index < lines.length - 1) return;
    for (const count of groupsOf(index + 1 - start, most)) {
      const joined = isDivided ? (groups.at(-1) ?? 0) + count : Infinity;
      if (joined <= mostJoined) groups[groups.length - 1] = joined;
      else groups.push(count);
      start += count;
      isDivided = lines[start - 1]?.endsInHyphen === true;
    }
  });
  return groups;
}

/**
 * The end of the lines from `from` that a page has space for: not behind a hyphen, unless half of them would move to
 * the next page.
 *
 * @param count The number of lines that fit, at least one.
 */
export function endOfLines(lines: ReadonlyArray<Line>, from: number, count: number): number {
  const most = from + count;
  if (most >= lines.length) return lines.length;
  for (let end = most; end > from + count / 2; end--)
    if (lines[end - 1]?.endsInHyphen !== true) return end;
  return most;
}

function groupsOf(count: number, most: number): ReadonlyArray<number> {
  const ones = (length: number): ReadonlyArray<number> => Array(length).fill(1);
  if (count < 2 * LEAST) return count <= most ? [count] : ones(count);
  if (LEAST > most) return ones(count);
  return [LEAST, ...ones(count - 2 * LEAST), LEAST];
}
