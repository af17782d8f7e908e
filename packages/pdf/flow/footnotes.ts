import { TOLERANCE } from "./columns.ts";
import {
  type FlowArea,
  type FlowBox,
  type FlowNote,
  linesHeight,
  notesHeight,
  type Placement,
  RULE_HEIGHT,
} from "./flow_box.ts";

/** The content and the footnotes of a page. */
interface NotedPage {
  /** The bottom edge of the content. */
  lowest: number;
  /** The height of the notes with the rule above them. */
  height: number;
  readonly parts: Array<NotePart>;
}

/** Lines of a note from `from` (inclusive) to `to` (exclusive). */
interface NotePart {
  readonly box: number;
  readonly note: number;
  readonly from: number;
  to: number;
  height: number;
}

/** The footnotes of pages: content ends above them. */
export class Footnotes {
  readonly #area: FlowArea;
  readonly #pages: Array<NotedPage> = [];
  #hasNotes = false;

  constructor(area: FlowArea) {
    this.#area = area;
  }

  /** The lowest edge that content of a page can have with further notes; at the top of the area if none can. */
  bottom(page: number, notes: ReadonlyArray<FlowNote> = NO_NOTES): number {
    const { bottom, top } = this.#area;
    if (notes.length === 0 && !this.#hasNotes) return bottom;
    const { height, lowest } = this.#pages[page] ?? { height: 0, lowest: top };
    const end = bottom - height - (height === 0 ? notesHeight(notes) : linesHeight(notes));
    // what is next to the box can reach further down.
    return notes.length > 0 && lowest > end + TOLERANCE ? top : end;
  }

  /** Whether a page has no notes yet. */
  isFree(page: number): boolean {
    return (this.#pages[page]?.height ?? 0) === 0;
  }

  /** Adds content of a page. */
  addContent({ page, top, height }: Pick<Placement, "page" | "top" | "height">): void {
    const own = this.#page(page);
    if (top < this.#area.bottom) own.lowest = Math.max(own.lowest, top + height);
  }

  /** Adds the notes of a box or of some of its units, once all content next to them is added. */
  addNotes({ box, page, from, to }: Placement, { notes = NO_NOTES }: Pick<FlowBox, "notes">): void {
    notes.forEach(({ unit, lines }, note) => {
      if (unit >= from && unit < Math.max(to, from + 1)) this.#addNote(page, box, note, lines);
    });
  }

  /** The positions of all notes, from top to bottom on each page. */
  placements(): ReadonlyArray<Placement> {
    if (!this.#hasNotes) return [];
    return this.#pages.flatMap(({ height, parts }, page) => {
      let top = this.#area.bottom - height;
      return parts.map((part, index) => {
        // The first note has the rule.
        const own = part.height + (index === 0 ? RULE_HEIGHT : 0);
        const placement = { ...part, page, top, height: own };
        top += own;
        return placement;
      });
    });
  }

  #addNote(page: number, box: number, note: number, lines: ReadonlyArray<number>): void {
    this.#hasNotes = true;
    let number = page;
    let part: NotePart | undefined;
    lines.forEach((height, line) => {
      let own = this.#page(number);
      // A note that is too high for its page continues on the next one.
      while (!this.#hasSpace(own, height)) {
        own = this.#page(++number);
        part = undefined;
      }
      if (part === undefined) {
        own.height += own.height === 0 ? RULE_HEIGHT : 0;
        own.parts.push((part = { box, note, from: line, to: line, height: 0 }));
      }
      part.to = line + 1;
      part.height += height;
      own.height += height;
    });
  }

  /** Whether a page has space for a line of a note. An empty page always has. */
  #hasSpace({ lowest, height }: NotedPage, line: number): boolean {
    const { top, bottom } = this.#area;
    const rule = height === 0 ? RULE_HEIGHT : 0;
    const isEmpty = height === 0 && lowest <= top + TOLERANCE;
    return isEmpty || lowest + height + rule + line <= bottom + TOLERANCE;
  }

  #page(page: number): NotedPage {
    return (this.#pages[page] ??= { lowest: this.#area.top, height: 0, parts: [] });
  }
}

const NO_NOTES: ReadonlyArray<FlowNote> = [];
