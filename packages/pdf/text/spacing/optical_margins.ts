import type { Face } from "../../fonts/faces.ts";

/** How far the first and the last character of a line extend into the margins. */
export interface Hang {
  readonly start: number;
  readonly end: number;
}

/** Parts of the width of a character. The values are those of pdfTeX's microtype, rounded. */
const AT_START = new Map<string, number>(
  Object.entries({
    "“": 0.5,
    "”": 0.5,
    "„": 0.4,
    "‘": 0.6,
    "’": 0.6,
    "‚": 0.4,
    '"': 0.5,
    "'": 0.6,
    "«": 0.2,
    "»": 0.2,
    "‹": 0.2,
    "›": 0.2,
    "(": 0.1,
    "-": 0.4,
    "–": 0.2,
    "—": 0.1,
    "•": 0.3,
    "「": 0.5,
    "『": 0.5,
    "（": 0.5,
  }),
);
const AT_END = new Map<string, number>(
  Object.entries({
    ".": 0.7,
    ",": 0.7,
    ":": 0.5,
    ";": 0.4,
    "!": 0.15,
    "?": 0.15,
    "-": 0.6,
    "\u2010": 0.6,
    "–": 0.25,
    "—": 0.15,
    "“": 0.5,
    "”": 0.5,
    "‘": 0.6,
    "’": 0.6,
    '"': 0.5,
    "'": 0.6,
    "«": 0.2,
    "»": 0.2,
    "‹": 0.2,
    "›": 0.2,
    ")": 0.1,
    "、": 0.5,
    "。": 0.5,
    "，": 0.5,
    "．": 0.5,
    "」": 0.5,
    "』": 0.5,
    "）": 0.5,
  }),
);

/** A character at an end of a line, and its face. */
interface LineEnd {
  readonly char: string;
  readonly face: (char: string) => Face;
}

/** How far a line extends into its margins, in thousandths of the font size. */
export function hangOf(first: LineEnd, last: LineEnd): Hang {
  return { start: lengthOf(AT_START, first), end: lengthOf(AT_END, last) };
}

function lengthOf(shares: ReadonlyMap<string, number>, { char, face }: LineEnd): number {
  const share = shares.get(char);
  if (share === undefined) return 0;
  const { font, scale } = face(char);
  return share * font.advanceOf(font.glyphOf(char.codePointAt(0) ?? 0)) * scale;
}
