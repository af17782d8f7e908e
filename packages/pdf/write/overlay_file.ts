import type { PreparedBase } from "../read/prepared_base.ts";
import { decimal, POINTS } from "./content.ts";
import { type DocumentProperties, type DrawnPage, metadata } from "./document_file.ts";
import { PdfFile, type Ref } from "./pdf_file.ts";
import type { Resources } from "./resources.ts";

/** Puts drawn pages over those of a base, which keeps all it has. */
export async function overlayFile(
  base: PreparedBase,
  pages: ReadonlyArray<DrawnPage>,
  resources: Resources,
  properties: DocumentProperties,
): Promise<Uint8Array<ArrayBuffer>> {
  const file = new PdfFile(base.objects);
  const shared = file.reserve();
  // What the base leaves changed in the graphics state must not reach the drawing.
  const open = file.addStream("", Buffer.from("q\n"));
  base.pages.forEach((page, at) => {
    const drawn = pages[at];
    const add = (contents: string, xObjects: string) =>
      file.add(
        `<<${page.entries}${contents === "" ? "" : `/Contents[${contents}]`}/Resources<<${page.resources}/XObject<<${page.xObjects}${xObjects}>>>>>>`,
        page.ref,
      );
    if (drawn === undefined || drawn.content === "") {
      add(page.contents, "");
      return;
    }
    const drawing = addDrawing(file, drawn, shared);
    const close = file.addStream(
      "",
      Buffer.from(`\nQ\nq ${page.matrix} cm ${page.drawingName} Do Q\n`, "latin1"),
    );
    add(`${open} ${page.contents} ${close}`, `${page.drawingName} ${drawing}`);
  });
  await resources.addTo(file, shared);
  return file.finish(base.root, base.info ?? file.add(metadata(properties).info));
}

/** A page's drawing as a form of its own, so that its names and those of the base never meet. */
function addDrawing(file: PdfFile, { width, height, content }: DrawnPage, resources: Ref): Ref {
  const box = `[0 0 ${decimal(width * POINTS)} ${decimal(height * POINTS)}]`;
  return file.addDeflated(
    `/Type/XObject/Subtype/Form/BBox${box}/Resources ${resources}`,
    Buffer.from(content, "latin1"),
  );
}
