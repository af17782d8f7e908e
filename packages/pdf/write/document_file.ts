import { POINTS, decimal } from "./content.ts";
import { metadata, textString, type DocumentProperties } from "./document_properties.ts";
import { PdfFile } from "./pdf_file.ts";
import type { Resources } from "./resources.ts";

/** A page and all that is drawn on it, back to front; sides in millimetres. */
export interface DrawnPage {
  readonly width: number;
  readonly height: number;
  readonly content: string;
}

/** Writes a document of its own. */
export async function documentFile(
  pages: ReadonlyArray<DrawnPage>,
  resources: Resources,
  properties: DocumentProperties,
): Promise<Uint8Array<ArrayBuffer>> {
  const file = new PdfFile();
  const [root, tree, shared] = [file.reserve(), file.reserve(), file.reserve()];
  const kids = pages.map(({ width, height, content }) => {
    const contents = file.addDeflated("", Buffer.from(content, "latin1"));
    const box = `[0 0 ${decimal(width * POINTS)} ${decimal(height * POINTS)}]`;
    return file.add(
      `<</Type/Page/Parent ${tree}/MediaBox${box}/Resources ${shared}/Contents ${contents}>>`,
    );
  });
  await resources.addTo(file, shared);
  file.add(`<</Type/Pages/Count ${kids.length}/Kids[${kids.join(" ")}]>>`, tree);
  const { info, xmp } = metadata(properties);
  const metadataRef = file.addStream("/Type/Metadata/Subtype/XML", xmp);
  file.add(
    `<</Type/Catalog/Pages ${tree}/Lang ${textString(properties.language)}` +
      `/ViewerPreferences<</DisplayDocTitle true>>/Metadata ${metadataRef}>>`,
    root,
  );
  return file.finish(root, file.add(info));
}
