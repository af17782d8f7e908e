import { Effect } from "effect";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

/** What a PDF says, page by page, as a reader that searches it would find it. */
export function pdfText(bytes: Uint8Array): Effect.Effect<ReadonlyArray<string>> {
  return Effect.promise(async () => {
    const task = getDocument({ data: Uint8Array.from(bytes), verbosity: 0 });
    const document = await task.promise;
    const pages: Array<string> = [];
    for (let at = 1; at <= document.numPages; at++) {
      const { items } = await (await document.getPage(at)).getTextContent();
      pages.push(items.map((item) => ("str" in item ? item.str : "")).join(" "));
    }
    await task.destroy();
    return pages;
  });
}
