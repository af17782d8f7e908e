import type { AdoptedSignature, Mark } from "@paraph/core/builtin_provider";

import { prepareBase } from "../../read/prepared_base.ts";
import { readPdf } from "../../read/read_pdf.ts";
import { POINTS } from "../../write/content.ts";
import { overlayFile } from "../../write/overlay_file.ts";
import { Resources } from "../../write/resources.ts";
import { uploadedSignature } from "./image_mark.ts";
import { checkMark, drawnSignature } from "./stroke_mark.ts";
import { tagMarks } from "./tag_marks.ts";
import { textLine, textParagraph, typedSignature } from "./text_mark.ts";
import { toVisibleBox, type VisibleBox } from "./visible_box.ts";

export interface StampJob {
  readonly pdf: Uint8Array;
  readonly marks: ReadonlyArray<Mark>;
}

/**
 * Draws marks on a document, upright in the rotated page and inside of their boxes. The existing content
 * stays unchanged. The same document and marks give the same bytes. An unreadable document fails with
 * `UnreadablePdf`.
 */
export async function stampMarks(
  pdf: Uint8Array,
  marks: ReadonlyArray<Mark>,
): Promise<Uint8Array<ArrayBuffer>> {
  const doc = await readPdf(pdf);
  const count = doc.getPageCount();
  const marked = new Set(marks.map(({ page }) => page - 1).filter((page) => page < count));
  const begins = tagMarks(doc, marked);
  const base = prepareBase(doc);
  // Level u of PDF/A requires text for every glyph, also of marks.
  const resources = new Resources(true);
  const pages = base.pages.map(({ width, height }, index) => {
    const mark = begins.get(index) ?? "";
    return { width, height, content: "", ...(mark === "" ? {} : { mark }) };
  });
  for (const mark of marks) {
    const page = pages[mark.page - 1];
    if (page === undefined) throw new Error(`The document has no page ${mark.page}`);
    const size = { width: page.width * POINTS, height: page.height * POINTS };
    page.content += contentOf(mark, toVisibleBox(mark, size), resources);
  }
  return overlayFile(base, pages, resources, { title: "", language: "en" });
}

function contentOf(mark: Mark, box: VisibleBox, resources: Resources): string {
  const { fonts } = resources;
  switch (mark.kind) {
    case "signature":
      return signatureContent(mark.signature, box, resources);
    case "text":
      return textLine(mark.text, box, fonts);
    case "paragraph":
      return textParagraph(mark.text, box, fonts);
    default:
      return checkMark(box);
  }
}

function signatureContent(
  signature: AdoptedSignature,
  box: VisibleBox,
  resources: Resources,
): string {
  switch (signature.kind) {
    case "typed":
      return typedSignature(signature, box, resources.fonts);
    case "image":
      return uploadedSignature(signature, box, resources);
    default:
      return drawnSignature(signature, box);
  }
}
