import { Effect } from "effect";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

/** The text of a PDF, page by page, as the search of a reader finds it. Dies with a wrong password. */
export function pdfText(bytes: Uint8Array, password = ""): Effect.Effect<ReadonlyArray<string>> {
  return Effect.promise(async () => {
    const task = getDocument({ data: Uint8Array.from(bytes), password, verbosity: 0 });
    const document = await task.promise;
    const pages: Array<string> = [];
    for (let pageNumber = 1; pageNumber <= document.numPages; pageNumber++) {
      const { items } = await (await document.getPage(pageNumber)).getTextContent();
      pages.push(items.map((item) => ("str" in item ? item.str : "")).join(" "));
    }
    await task.destroy();
    return pages;
  });
}

/** A piece of text with its position, in millimetres from the top left of its page. */
export interface PlacedText {
  readonly page: number;
  readonly text: string;
  /** The start of the text. */
  readonly x: number;
  /** The baseline of the text. */
  readonly y: number;
}

/** The text of a PDF with positions, piece by piece. */
export function placedText(bytes: Uint8Array): Effect.Effect<ReadonlyArray<PlacedText>> {
  return Effect.promise(async () => {
    const task = getDocument({ data: Uint8Array.from(bytes), verbosity: 0 });
    const document = await task.promise;
    const texts: Array<PlacedText> = [];
    for (let page = 1; page <= document.numPages; page++) {
      const pdfPage = await document.getPage(page);
      const { height } = pdfPage.getViewport({ scale: 1 });
      for (const item of (await pdfPage.getTextContent()).items) {
        if (!("str" in item) || item.str.trim() === "") continue;
        const [, , , , x = 0, y = 0] = item.transform.map(Number);
        texts.push({
          page,
          text: item.str,
          x: x / POINTS_PER_MILLIMETRE,
          y: (height - y) / POINTS_PER_MILLIMETRE,
        });
      }
    }
    await task.destroy();
    return texts;
  });
}

/** In a millimetre. */
const POINTS_PER_MILLIMETRE = 72 / 25.4;
