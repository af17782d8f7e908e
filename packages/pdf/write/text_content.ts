import type { FontTable } from "../fonts/opentype/font_table.ts";
import { distance, type UsedFace } from "../fonts/used_face.ts";
import { type Line, type LineSetting, pieceStarts, widenedGap } from "../text/line.ts";
import type { SizedMark } from "../text/mark.ts";
import { isGap, type Run } from "../text/run.ts";
import { colourOperands, decimal } from "./content.ts";
import {
  BEGIN_ARTIFACT,
  END_MARKED,
  type PageTags,
  SOFT_HYPHEN,
  type StructureElement,
} from "./tags/structure.ts";
import { textString } from "./text_string.ts";

/** The style of lines: sizes in points, the colour as operands. */
export interface TextSetting extends LineSetting {
  readonly colour: string;
}

/** The text object of a page, in reading order. Unchanged text state is not set again. */
export class TextContent {
  readonly #fonts: FontTable;
  #content = "";
  #colour = "";
  #font = "";
  #spacing = 0;
  readonly #tags: PageTags | undefined;
  /** The element of the open marked part: null for an artifact, undefined for none. */
  #element: StructureElement | null | undefined;
  /** The last line that is no artifact, and its element. */
  #lastLine: Line | undefined;
  #lastElement: StructureElement | undefined;
  /** The face of the last text. */
  #face: UsedFace | undefined;
  /** The operators between the last marked part and the next: after the position, they compress better. */
  #change = "";
  /** The run of which the next text shows the last character as a hyphen that is no part of a word. */
  #hyphen: Run | undefined;

  /** @param tags The marked content of the page, if the text has tags. */
  constructor(fonts: FontTable, tags?: PageTags) {
    this.#fonts = fonts;
    this.#tags = tags;
  }

  /**
   * Adds a line.
   *
   * @param x The start of the line, in points from the left edge of the page.
   * @param baseline In points from the bottom of the page.
   * @param widenGaps The width that justified text adds to each space, in points.
   * @param element The element of the line, if the text has tags: without one, the line is an artifact.
   */
  line(
    line: Line,
    setting: TextSetting,
    x: number,
    baseline: number,
    widenGaps: number,
    element?: StructureElement,
  ): void {
    const [only] = line.pieces;
    if (only === undefined) return;
    if (this.#tags !== undefined && element !== undefined) {
      if (this.#lastLine !== undefined && this.#lastElement === element)
        this.#endWord(this.#lastLine);
      this.#lastLine = line;
      this.#lastElement = element;
    }
    if (line.pieces.length === 1) {
      this.#enter(element, line, [0]);
      this.#hyphen = this.#hyphenOf(line, [0]);
      this.#showMarked([only.run], only.mark, setting, x, baseline, widenGaps);
      return;
    }
    const starts = pieceStarts(line, setting, x, widenGaps);
    for (const indexes of groupsOf(line)) {
      const start = Math.min(...indexes.map((index) => starts[index] ?? x));
      const runs = indexes.flatMap((index) => line.pieces[index]?.run ?? []);
      const mark = line.pieces[indexes[0] ?? 0]?.mark;
      this.#enter(element, line, indexes);
      this.#hyphen = this.#hyphenOf(line, indexes);
      const widen = widenedGap(line, indexes[0] ?? 0, widenGaps);
      this.#showMarked(runs, mark, setting, start, baseline, widen);
    }
  }

  /** Shows runs in the colour and the size of their mark. */
  #showMarked(
    runs: ReadonlyArray<Run>,
    mark: SizedMark | undefined,
    setting: TextSetting,
    x: number,
    baseline: number,
    widenGaps: number,
  ): void {
    if (mark === undefined) {
      this.#set(setting);
      this.#show(runs, setting, x, baseline, widenGaps);
      return;
    }
    const { fontSize, colour } = setting;
    const size = fontSize * mark.scale;
    this.#set({ ...setting, colour: colourOperands(mark.colour) ?? colour });
    this.#show(
      runs,
      { ...setting, fontSize: size },
      x,
      baseline + (mark.rise * fontSize) / 1000,
      widenGaps,
    );
  }

  /** Returns the text object, "" when it is empty. */
  toString(): string {
    if (this.#content === "") return "";
    // The rest of the paragraph is elsewhere.
    if (this.#lastLine?.endsParagraph === false) this.#endWord(this.#lastLine);
    const end = this.#element === undefined ? "" : END_MARKED;
    return `BT\n${this.#content}${end}${this.#spacing === 0 ? "" : "0 Tc\n"}ET\n`;
  }

  /** Shows a space behind a line whose element has more lines, so that their words do not join. */
  #endWord({ endsWord }: Line): void {
    const space = endsWord ? this.#face?.space() : undefined;
    if (space !== undefined) this.#content += `(${space})Tj\n`;
  }

  /** Returns the run at the end of pieces whose hyphen divides a word. */
  #hyphenOf({ endsInHyphen, pieces }: Line, indexes: ReadonlyArray<number>): Run | undefined {
    // Screen readers skip artifacts. Text from right to left has a text for the whole of it.
    if (!endsInHyphen || this.#element === undefined || this.#element === null) return undefined;
    const last = pieces.length - 1;
    const piece = indexes.at(-1) === last ? pieces[last] : undefined;
    return piece === undefined || piece.level % 2 === 1 ? undefined : piece.run;
  }

  /** Begins a marked part for pieces of a line, unless it is open already. */
  #enter(element: StructureElement | undefined, line: Line, indexes: ReadonlyArray<number>) {
    const { pieces } = line;
    if (this.#tags === undefined) return;
    const { mark, level = 0 } = pieces[indexes[0] ?? 0] ?? {};
    let own = mark?.isLeader === true ? null : (element ?? null);
    if (own !== null && mark?.link !== undefined) own = this.#tags.linkIn(own, mark);
    if (own !== null && mark?.language !== undefined) own = this.#tags.spanIn(own, mark);
    // The glyphs are in visual order.
    if (own !== null && level % 2 === 1)
      own = own.add("Span", `/ActualText ${textString(readText(line, indexes))}`);
    if (own === this.#element) return;
    const isOpen = this.#element !== undefined;
    if (own === null) this.#change = isOpen ? END_MARKED + BEGIN_ARTIFACT : BEGIN_ARTIFACT;
    else this.#change = isOpen ? this.#tags.next(own) : this.#tags.begin(own);
    this.#element = own;
  }

  #set({ colour, spacing }: TextSetting): void {
    if (colour !== this.#colour) this.#content += `${colour} rg\n`;
    if (spacing !== this.#spacing) this.#content += `${decimal(spacing)} Tc\n`;
    this.#colour = colour;
    this.#spacing = spacing;
  }

  #show(
    runs: ReadonlyArray<Run>,
    { fontSize }: TextSetting,
    x: number,
    baseline: number,
    widenGaps: number,
  ): void {
    const [first] = runs;
    if (first === undefined) return;
    const usedFace = this.#fonts.use(first.face);
    this.#face = usedFace;
    const font = `/${usedFace.key} ${decimal(fontSize)} Tf\n`;
    if (font !== this.#font) this.#content += font;
    this.#font = font;
    this.#content += `1 0 0 1 ${decimal(x)} ${decimal(baseline)} Tm\n${this.#change}`;
    this.#change = "";
    const widen = Math.round((widenGaps * 1000) / fontSize);
    const strings = stringsOf(runs, usedFace, widen);
    const hasDistances = widen !== 0 || runs.some(({ isKerned }) => isKerned);
    const hyphen = this.#hyphen === undefined ? "" : hyphenString(this.#hyphen, usedFace);
    this.#hyphen = undefined;
    const isDivided = hyphen !== "" && strings.endsWith(hyphen);
    const word = isDivided ? strings.slice(0, -hyphen.length) : strings;
    this.#content += hasDistances ? `[(${word})]TJ\n` : `(${word})Tj\n`;
    if (!isDivided || this.#tags === undefined || !this.#element) return;
    const { element, begin } = this.#tags.softHyphenIn(this.#element);
    this.#content += `${begin}(${hyphen})Tj\n`;
    this.#element = element;
  }
}

/** The string of the hyphen at the end of a run. */
function hyphenString(run: Run, usedFace: UsedFace): string {
  if (run.kind === "plain") return usedFace.plain(run.text.slice(-1), run.shaper, 0);
  const cluster = run.clusters.at(-1);
  return cluster === undefined ? "" : usedFace.cluster(cluster);
}

/** The text of pieces from right to left, in reading order. */
function readText(
  { pieces, endsWord, endsInHyphen }: Line,
  indexes: ReadonlyArray<number>,
): string {
  const text = indexes
    .toSorted((a, b) => a - b)
    .map((index) => {
      const run = pieces[index]?.run;
      if (run === undefined) return "";
      return run.kind === "plain"
        ? run.text
        : run.clusters
            .map(({ text }) => text)
            .toReversed()
            .join("");
    })
    .join("");
  if (!indexes.includes(pieces.length - 1)) return text;
  if (endsInHyphen) return text.slice(0, -1) + SOFT_HYPHEN;
  return endsWord ? `${text} ` : text;
}

/**
 * The strings of runs with the distances between them, without the parentheses at both ends.
 *
 * @param widen The width that justified text adds to spaces, in thousandths of the font size.
 */
function stringsOf(runs: ReadonlyArray<Run>, usedFace: UsedFace, widen: number): string {
  let content = "";
  for (const run of runs) {
    if (run.kind === "plain") {
      content += usedFace.plain(run.text, run.shaper, widen);
      continue;
    }
    if (run.clusters.length === 0) content += distance(Math.round(run.width));
    for (const cluster of run.clusters) {
      content += usedFace.cluster(cluster);
      const after = cluster.after + (isGap(cluster) ? widen : 0);
      if (after !== 0) content += distance(after);
    }
  }
  return content;
}

/**
 * Groups adjacent pieces of one face and mark. Within a group they are in visual order. The groups are in reading
 * order, which most PDF readers use for extraction.
 */
function groupsOf({ pieces, order }: Line): ReadonlyArray<ReadonlyArray<number>> {
  const ranks: Array<number> = [];
  order.forEach((index, rank) => (ranks[index] = rank));
  const groups: Array<Array<number>> = [];
  pieces.forEach(({ run, level, mark }, index) => {
    const before = pieces[index - 1];
    const step = level % 2 === 0 ? 1 : -1;
    const joins =
      before?.run.face === run.face &&
      before.mark === mark &&
      before.level === level &&
      ranks[index] === (ranks[index - 1] ?? 0) + step;
    if (!joins) groups.push([index]);
    else if (step === 1) groups.at(-1)?.push(index);
    else groups.at(-1)?.unshift(index);
  });
  return groups;
}
