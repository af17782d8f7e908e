/** The text of a page as it is searched, and where its characters are. */
export class PageText {
  readonly text: string;
  readonly #nodes: ReadonlyArray<Text>;
  /** For each character of the text: the index of its node, and its offsets there. */
  readonly #places: Uint32Array;

  /** @param container An element with the text of the page. */
  constructor(container: HTMLElement) {
    const nodes: Array<Text> = [];
    const places: Array<number> = [];
    let text = "";
    const filter = NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT;
    const walker = document.createTreeWalker(container, filter);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const textNode = node instanceof Text ? node : undefined;
      // Lines end with a <br>.
      if (textNode === undefined && node.nodeName !== "BR") continue;
      if (textNode !== undefined) nodes.push(textNode);
      let offset = 0;
      for (const character of textNode?.data ?? " ") {
        const folded = fold(character);
        // Spaces in a row are one.
        if (!(folded === " " && text.endsWith(" "))) {
          text += folded;
          const end = offset + character.length;
          for (let unit = 0; unit < folded.length; unit += 1) {
            places.push(nodes.length - 1, offset, end);
          }
        }
        offset += character.length;
      }
    }
    this.text = text;
    this.#nodes = nodes;
    this.#places = Uint32Array.from(places);
  }

  /** Returns where a query is found, from the top of the page. The query is folded and begins and ends with visible characters. */
  find(query: string): ReadonlyArray<Range> {
    const ranges: Array<Range> = [];
    for (let at = this.text.indexOf(query); at !== -1; at = this.text.indexOf(query, at)) {
      ranges.push(this.#range(at, at + query.length));
      at += query.length;
    }
    // Documents often draw their footers first. Reading the style is faster than measuring.
    const places = new Map(ranges.map((range) => [range, topOf(range)]));
    const place = (range: Range) => places.get(range) ?? 0;
    // oxlint-disable-next-line unicorn/no-array-sort -- phones that lack toSorted read documents too
    return ranges.sort((one, other) => place(one) - place(other));
  }

  #range(start: number, end: number): Range {
    const [first, last] = [3 * start, 3 * (end - 1)];
    const range = document.createRange();
    const nodeAt = (place: number) => this.#nodes[this.#places[place] ?? 0];
    const [startNode, endNode] = [nodeAt(first), nodeAt(last)];
    if (startNode !== undefined) range.setStart(startNode, this.#places[first + 1] ?? 0);
    if (endNode !== undefined) range.setEnd(endNode, this.#places[last + 2] ?? 0);
    return range;
  }
}

/** The distance of a match from the top of its page, in percent: pdf.js places every text with it. */
function topOf({ startContainer }: Range): number {
  return parseFloat(startContainer.parentElement?.style.top ?? "") || 0;
}

/** Letters without case and accents, so that `cafe` finds `Café`. Other marks stay: they change letters. */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/gu, "")
    .replace(/\s+/gu, " ")
    .toLowerCase();
}
