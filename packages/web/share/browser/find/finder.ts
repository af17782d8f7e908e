import type { Viewer } from "../../../ui/browser/pdf/viewer.ts";
import { fold, PageText } from "./page_text.ts";

/** What was found so far. */
export interface Found {
  /** The position of the shown match, from 1; 0 without one. */
  readonly current: number;
  readonly count: number;
  /** Whether all pages were searched. */
  readonly isComplete: boolean;
}

/** A match: its page, and its index there. */
interface Place {
  readonly page: number;
  readonly index: number;
}

/** The names of the highlights in the stylesheet. */
const [ALL, CURRENT] = ["found", "found-current"];

/** Finds text in the document and highlights it. */
export class Finder {
  readonly #viewer: Viewer;
  readonly #pageCount: number;
  readonly #onFound: (found: Found) => void;
  readonly #texts = new Map<number, PageText>();
  /** The matches of each page, by its number. */
  #matches = new Map<number, ReadonlyArray<Range>>();
  #current: Place | undefined;
  #highlight: Highlight | undefined;
  #isComplete = true;
  #running: AbortController | undefined;

  constructor(viewer: Viewer, pageCount: number, onFound: (found: Found) => void) {
    this.#viewer = viewer;
    this.#pageCount = pageCount;
    this.#onFound = onFound;
  }

  /** Finds a text, from the page that is shown, and shows the first match. An empty text finds nothing. */
  async find(text: string): Promise<void> {
    this.#running?.abort();
    const { signal } = (this.#running = new AbortController());
    this.#matches = new Map();
    this.#highlight = createHighlight(ALL);
    this.#setCurrent(undefined);
    this.#isComplete = false;
    const query = fold(text).trim();
    const first = this.#viewer.page;
    const pageCount = query === "" ? 0 : this.#pageCount;
    for (let step = 0; step < pageCount; step += 1) {
      const page = ((first - 1 + step) % pageCount) + 1;
      // Pages whose text cannot be read have no matches.
      const pageText = await this.#textOf(page).catch(() => undefined);
      if (signal.aborted) return;
      const ranges = pageText?.find(query) ?? [];
      if (ranges.length === 0) continue;
      this.#matches.set(page, ranges);
      for (const range of ranges) this.#highlight?.add(range);
      if (this.#current === undefined) this.#show({ page, index: 0 });
      else this.#report();
    }
    this.#isComplete = true;
    this.#report();
  }

  /** Shows the next match, or the one before; after the last comes the first. */
  go(by: 1 | -1): void {
    const places = this.#pages().flatMap(([page, ranges]) =>
      ranges.map((_, index): Place => ({ page, index })),
    );
    const { page = 0, index = 0 } = this.#current ?? {};
    const at = places.findIndex((place) => place.page === page && place.index === index);
    const next = places[(at + by + places.length) % places.length];
    if (next !== undefined) this.#show(next);
  }

  #show(place: Place): void {
    this.#setCurrent(place);
    const range = this.#matches.get(place.page)?.[place.index];
    range?.startContainer.parentElement?.scrollIntoView({ block: "center", inline: "nearest" });
    this.#report();
  }

  #report(): void {
    const pages = this.#pages();
    const countOf = (some: ReadonlyArray<PageMatches>) =>
      some.reduce((sum, [, ranges]) => sum + ranges.length, 0);
    const { page, index } = this.#current ?? {};
    const before = pages.filter(([number]) => page !== undefined && number < page);
    const current = index === undefined ? 0 : countOf(before) + index + 1;
    this.#onFound({ current, count: countOf(pages), isComplete: this.#isComplete });
  }

  /** The matches, from the first page to the last. */
  #pages(): ReadonlyArray<PageMatches> {
    // oxlint-disable-next-line unicorn/no-array-sort -- phones that lack toSorted read documents too
    return [...this.#matches].sort(([one], [other]) => one - other);
  }

  async #textOf(page: number): Promise<PageText | undefined> {
    const known = this.#texts.get(page);
    if (known !== undefined) return known;
    const container = await this.#viewer.textOf(page);
    if (container === undefined) return undefined;
    const text = new PageText(container);
    this.#texts.set(page, text);
    return text;
  }

  #setCurrent(place: Place | undefined): void {
    this.#current = place;
    const range = place === undefined ? undefined : this.#matches.get(place.page)?.[place.index];
    const highlight = createHighlight(CURRENT);
    if (highlight !== undefined) {
      highlight.priority = 1;
      if (range !== undefined) highlight.add(range);
      return;
    }
    // Browsers without highlights select the match.
    const selection = getSelection();
    selection?.removeAllRanges();
    if (range !== undefined) selection?.addRange(range);
  }
}

/** The number of a page and its matches. */
type PageMatches = readonly [page: number, ranges: ReadonlyArray<Range>];

/** Replaces the highlight with a name; undefined in browsers without highlights. */
function createHighlight(name: string): Highlight | undefined {
  if (typeof Highlight === "undefined") return undefined;
  const highlight = new Highlight();
  CSS.highlights.set(name, highlight);
  return highlight;
}
