import { assert } from "@effect/vitest";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

/** A text on a page, with its box in points from the bottom left. */
export interface PrintedText {
  readonly page: number;
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The texts of a document in the order of its content. */
export const textsOf = async (bytes: Uint8Array): Promise<ReadonlyArray<PrintedText>> => {
  const doc = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const texts: Array<PrintedText> = [];
  for (let page = 1; page <= doc.numPages; page++) {
    const { items } = await (await doc.getPage(page)).getTextContent();
    for (const each of items) {
      if (!("str" in each) || each.str.trim() === "") continue;
      const [, , , height = 0, x = 0, y = 0] = each.transform.map(Number);
      texts.push({ page, text: each.str, x, y, width: each.width, height });
    }
  }
  await doc.loadingTask.destroy();
  return texts;
};
/** A small generator of random numbers, so that a seed makes a case. */
export function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

export type Random = ReturnType<typeof randomOf>;

/** Fails if two texts of a page overlap. */
export function assertNoOverlap(texts: ReadonlyArray<PrintedText>): void {
  texts.forEach((one, index) => {
    for (const other of texts.slice(index + 1)) {
      if (one.page !== other.page) continue;
      const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
      const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
      assert.isFalse(across > 0.5 && down > 0.5, `${one.text} and ${other.text} overlap`);
    }
  });
}

/** The lines of each page: the texts at one height, joined by bars. */
export function linesOfPages(
  texts: ReadonlyArray<PrintedText>,
): ReadonlyArray<ReadonlyArray<string>> {
  const pages: Array<Map<number, Array<PrintedText>>> = [];
  for (const text of texts) {
    const page = (pages[text.page - 1] ??= new Map());
    const y = [...page.keys()].find((other) => Math.abs(other - text.y) < 1) ?? text.y;
    page.set(y, [...(page.get(y) ?? []), text]);
  }
  return pages.map((page) =>
    [...page]
      .toSorted(([a], [b]) => b - a)
      .map(([, line]) =>
        line
          .toSorted((a, b) => a.x - b.x)
          .map(({ text }) => text)
          .join("|"),
      ),
  );
}

/** Fails if a text is not inside its page, whose size is in millimetres. */
export function assertInside(
  texts: ReadonlyArray<PrintedText>,
  { width, height }: { readonly width: number; readonly height: number },
): void {
  const [right, top] = [width, height].map((length) => (length * 72) / 25.4);
  for (const { text, x, y, ...box } of texts) {
    assert.isAtLeast(Math.min(x, y), 0, text);
    assert.isAtMost(x + box.width, right ?? 0, text);
    assert.isAtMost(y + box.height, top ?? 0, text);
  }
}
