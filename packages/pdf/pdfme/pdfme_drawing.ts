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
import { checkbox, circleMark, radioGroup, svg } from "@pdfme/schemas";

import { UnsupportedDrawing } from "../permanent_render_error.ts";
import { decimal, POINTS } from "../write/content.ts";
import type { PdfFile, Ref } from "../write/pdf_file.ts";
import { copyObject } from "./copy_object.ts";
import { readSvg } from "./svg_source.ts";

/** A field drawn by pdfme. */
export interface PdfmeDrawing {
  /** Whether it has text, whose font is not embedded. */
  readonly hasText: boolean;
  readonly addTo: (file: PdfFile) => Ref;
}

const PLUGINS = { svg, checkbox, radioGroup, circleMark };
const NO_TIME = new Date(0);

/** Draws a field with pdfme's plugin for its type, on a page of its size. Fails with `UnsupportedDrawing`. */
export async function drawWithPdfme(field: LayoutField, value: string): Promise<PdfmeDrawing> {
  const pdfmeValue = field.type === "svg" ? readSvg(value) : value;
  const bytes = await generateSheet(field, pdfmeValue).catch(() => {
    throw new UnsupportedDrawing(
      "It cannot be drawn: only plain shapes, paths, images and Latin text can",
    );
  });
  const { width, height } = field;
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  const { node } = document.getPage(0);
  const content = contentOf(node.Contents(), document.context);
  if (content.length === 0) throw new UnsupportedDrawing("It shows nothing");
  if (/NaN|Infinity|undefined/.test(content.toString("latin1")))
    throw new UnsupportedDrawing("It has an invalid number");
  const resources = node.Resources() ?? PDFDict.withContext(document.context);
  const box = `[0 0 ${decimal(width * POINTS)} ${decimal(height * POINTS)}]`;
  return {
    hasText: /\bT[jJ]\b/.test(content.toString("latin1")),
    addTo: (file) =>
      file.addDeflated(
        `/Type/XObject/Subtype/Form/BBox${box}/Group<</S/Transparency>>/Resources${copyObject(file, document.context, resources)}`,
        content,
      ),
  };
}

function generateSheet(field: LayoutField, value: string): Promise<Uint8Array> {
  const { width, height } = field;
  const settings = Object.fromEntries(
    Object.entries(field).filter(([, setting]) => setting !== null),
  );
  return generate({
    template: {
      basePdf: { width, height, padding: [0, 0, 0, 0] },
      // pdfme evaluates expressions only in read-only fields.
      schemas: [
        [
          {
            ...settings,
            name: "field",
            type: field.type,
            content: "",
            readOnly: false,
            required: false,
            position: { x: 0, y: 0 },
            width,
            height,
          },
        ],
      ],
    },
    inputs: [{ field: value }],
    plugins: PLUGINS,
    options: {
      // Prevents pdfme from decoding its default font, which is not used.
      font: { None: { data: new Uint8Array(), fallback: true } },
      creationDate: NO_TIME,
      modificationDate: NO_TIME,
    },
  });
}

function contentOf(contents: PDFStream | PDFArray | undefined, context: PDFContext): Buffer {
  const streams = contents instanceof PDFArray ? contents.asArray() : [contents];
  const parts = streams
    .map((part) => (part === undefined ? part : context.lookup(part)))
    .filter((part) => part instanceof PDFRawStream)
    .map((part) => Buffer.from(decodePDFRawStream(part).decode()));
  return Buffer.concat(parts.flatMap((part) => [part, Buffer.from("\n")]));
}
