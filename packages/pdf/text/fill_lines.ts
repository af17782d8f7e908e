import type { Fragment, Measure } from "./total_fit.ts";

/** Tolerates rounding errors, so that a text stays on one line at exactly its width. */
export const SLACK = 0.5;

/** In text that is not justified, a word is hyphenated only to fill a gap larger than this part of a line. */
const HYPHENATION_ZONE = 0.15;
/** More lines in succession do not end with a hyphen. */
const MAX_HYPHENS = 2;

/**
 * Fills lines with fragments greedily. Trailing spaces hang over the edge of a line, leading ones are
 * omitted, and a word that is wider than a line is cut.
 */
export function fillLines<F extends Fragment>(
  fragments: ReadonlyArray<F>,
  measure: Measure,
  cut: (fragment: F, width: number) => Iterable<F>,
): ReadonlyArray<ReadonlyArray<F>> {
  const lines: Array<ReadonlyArray<F>> = [];
  const rest = [...fragments];
  let from = 0;
  let hyphens = 0;
  const wholeFrom = startOfLastWord(fragments, measure);
  while (from < rest.length || lines.length === 0) {
    const width = measure.width - (lines.length === 0 ? measure.indent : 0);
    const most = hyphens < MAX_HYPHENS ? wholeFrom : 0;
    const to = endOfLine(rest, from, { ...measure, width }, most);
    const first = rest[from];
    if (first !== undefined && to === from) {
      // A line has at least a part of a word.
      const parts = [...cut(first, width)];
      const last = parts.pop();
      lines.push(...parts.map((part) => [part]));
      if (last !== undefined && parts.length > 0) {
        // The last part shares its line with the following words.
        rest[from] = last;
        continue;
      }
      lines.push([first]);
      from += 1;
    } else {
      lines.push(rest.slice(from, to));
      from = to;
    }
    hyphens = rest[from - 1]?.isHyphenated === true ? hyphens + 1 : 0;
    while (rest[from]?.isSpace === true) from += 1;
  }
  return lines;
}

/** The start of the last word if it fits on a line, so that the end of it is not the last line; otherwise the end. */
function startOfLastWord(fragments: ReadonlyArray<Fragment>, { width, spacing }: Measure): number {
  let start = fragments.findLastIndex(({ isSpace }) => !isSpace);
  let wordWidth = widthOf(fragments[start], spacing);
  while (fragments[start - 1]?.isHyphenated === true)
    wordWidth += widthOf(fragments[--start], spacing);
  return wordWidth - spacing > width + SLACK ? fragments.length : Math.max(0, start);
}

function widthOf(fragment: Fragment | undefined, spacing: number): number {
  return fragment === undefined ? 0 : fragment.width + fragment.glyphCount * spacing;
}

/**
 * Returns the end of the line that begins at `from`; `from` if nothing fits.
 *
 * @param hyphenateTo The words from this fragment are divided only if a line has nothing else.
 */
function endOfLine(
  fragments: ReadonlyArray<Fragment>,
  from: number,
  { width, spacing, hyphenWidth }: Measure,
  hyphenateTo: number,
): number {
  let usedWidth = 0;
  let end = from;
  let [wordEnd, wordWidth] = [from, 0];
  for (let index = from; index < fragments.length; index++) {
    const fragment = fragments[index];
    if (fragment === undefined) break;
    usedWidth += fragment.width + fragment.glyphCount * spacing;
    if (fragment.isSpace) {
      // Spaces hang, except that those at the start of a text do not make a line.
      if (end > from || index === fragments.length - 1) end = index + 1;
      continue;
    }
    // The last letter of a line has no space behind it, unless a hyphen follows.
    const ownWidth = usedWidth - spacing;
    if (ownWidth > width + SLACK) break;
    if (!fragment.isHyphenated) [wordEnd, wordWidth, end] = [index + 1, ownWidth, index + 1];
    else if (usedWidth + hyphenWidth <= width + SLACK) end = index + 1;
  }
  const isInWord = fragments[end - 1]?.isHyphenated === true;
  const isWorthIt = end <= hyphenateTo && width - wordWidth > HYPHENATION_ZONE * width;
  return isInWord && wordEnd > from && !isWorthIt ? wordEnd : end;
}
