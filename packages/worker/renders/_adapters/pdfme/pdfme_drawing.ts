import type { LayoutField } from "@paraph/core/layouts";
import { generate } from "@pdfme/generator";
import {
  decodePDFRawStream,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFRawStream,
  type PDFStream,
} from "@pdfme/pdf-lib";
import { barcodes, checkbox, circleMark, radioGroup, svg } from "@pdfme/schemas";

import { decimal, POINTS } from "../pdf/content.ts";
import type { PdfFile, Ref } from "../pdf/pdf_file.ts";
import { copyObject } from "./copy_object.ts";

/** A field as pdfme draws it. */
export interface PdfmeDrawing {
  readonly addTo: (file: PdfFile) => Ref;
}

const PLUGINS = { svg, checkbox, radioGroup, circleMark, ...barcodes };
const NO_TIME = new Date(0);

/**
 * Draws a field by pdfme's own plugin for its type; undefined when that draws nothing.
 *
 * @param margin How far the sheet reaches beyond the field on every side, in millimetres.
 */
export async function drawByPdfme(
  field: LayoutField,
  value: string,
  margin: number,
): Promise<PdfmeDrawing | undefined> {
  const [width, height] = [field.width + 2 * margin, field.height + 2 * margin];
  const settings = Object.fromEntries(Object.entries(field).filter(([, given]) => given !== null));
  const bytes = await generate({
    template: {
      basePdf: { width, height, padding: [0, 0, 0, 0] },
      // A field that is not read-only is handed its input as it is: pdfme's expressions stay out of it.
      schemas: [
        [
          {
            ...settings,
            name: "field",
            type: field.type,
            content: "",
            readOnly: false,
            required: false,
            position: { x: margin, y: margin },
            width: field.width,
            height: field.height,
          },
        ],
      ],
    },
    inputs: [{ field: value }],
    plugins: PLUGINS,
    options: {
      // Named so that pdfme never decodes the font it would fall back to; nothing is set in it.
      font: { None: { data: new Uint8Array(), fallback: true } },
      creationDate: NO_TIME,
      modificationDate: NO_TIME,
    },
  });
  const drawn = await PDFDocument.load(bytes, { updateMetadata: false });
  const { node } = drawn.getPage(0);
  const content = contentOf(node.Contents(), drawn.context);
  if (content.length === 0) return undefined;
  const resources = node.Resources() ?? PDFDict.withContext(drawn.context);
  const box = `[0 0 ${decimal(width * POINTS)} ${decimal(height * POINTS)}]`;
  return {
    addTo: (file) =>
      file.addDeflated(
        `/Type/XObject/Subtype/Form/BBox${box}/Resources${copyObject(file, drawn.context, resources)}`,
        content,
      ),
  };
}

function contentOf(contents: PDFStream | PDFArray | undefined, context: PDFContext): Uint8Array {
  const streams = contents instanceof PDFArray ? contents.asArray() : [contents];
  const parts = streams
    .map((part) => (part === undefined ? part : context.lookup(part)))
    .filter((part) => part instanceof PDFRawStream)
    .map((part) => Buffer.from(decodePDFRawStream(part).decode()));
  return Buffer.concat(parts.flatMap((part) => [part, Buffer.from("\n")]));
}
