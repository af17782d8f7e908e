import type { Plugin, Schema } from "@pdfme/common";
import { generate } from "@pdfme/generator";
import {
  PDFName,
  PDFOperator,
  type PDFOperatorNames,
  type PDFPage,
  type PDFRef,
} from "@pdfme/pdf-lib";
import {
  barcodes,
  checkbox,
  circleMark,
  ellipse,
  line,
  radioGroup,
  rectangle,
  svg,
} from "@pdfme/schemas";

import type { PreparedImage } from "../images/prepared_image.ts";
import { decimal, POINTS } from "../pdf/content.ts";
import type { FontTable } from "../pdf/font_table.ts";
import { embedImage } from "../pdf/image_object.ts";
import type { Painted } from "./block.ts";
import type { LaidOutPage } from "./lay_out.ts";
import { rotated } from "./text_box.ts";

/** The same bytes for the same input: nothing in a document tells when it was made. */
const NO_TIME = new Date(0);

/** pdfme's own plugins, for what it draws as it is. */
const DRAWN_BY_PDFME = {
  line,
  rectangle,
  ellipse,
  svg,
  checkbox,
  radioGroup,
  circleMark,
  ...barcodes,
};

/**
 * Writes painted pages as a PDF through pdfme.
 *
 * Every field reaches pdfme as an input of a field that is not read-only: those are handed to plugins as
 * they are, so that pdfme's expressions are never evaluated.
 */
export async function writePdf(
  pages: ReadonlyArray<LaidOutPage>,
  fonts: FontTable,
): Promise<Uint8Array> {
  const pieces = new Map<string, Piece>();
  const inputs: Record<string, string> = {};
  const schemas = pages.map((page) =>
    [{ kind: "sheet" as const, page }, ...page.painted].map((piece): Schema => {
      const name = `p${pieces.size}`;
      pieces.set(name, piece);
      inputs[name] = piece.kind === "plugin" ? piece.value : "";
      return piece.kind === "plugin"
        ? pluginField(name, piece)
        : { name, type: PAINTED, ...NOWHERE };
    }),
  );
  const [first] = pages;
  return generate({
    template: {
      basePdf: { width: first?.width ?? 210, height: first?.height ?? 297, padding: [0, 0, 0, 0] },
      schemas,
    },
    inputs: [inputs],
    plugins: { ...DRAWN_BY_PDFME, [PAINTED]: paintedPlugin(pieces, fonts) },
    options: {
      // Named so that pdfme never decodes the font it would fall back to; nothing is set in it.
      font: { None: { data: new Uint8Array(), fallback: true } },
      creationDate: NO_TIME,
      modificationDate: NO_TIME,
      author: "",
      creator: "Paraph",
      producer: "Paraph",
    },
  });
}

/** What is painted, after the sheet it is painted on: pages of an overlay differ in size. */
type Piece = Painted | { readonly kind: "sheet"; readonly page: LaidOutPage };

const PAINTED = "painted";
const NOWHERE = { position: { x: 0, y: 0 }, width: 0, height: 0 } as const;

function pluginField(name: string, { field, box }: Extract<Painted, { kind: "plugin" }>): Schema {
  const { left, top, width, height } = box;
  const settings = Object.fromEntries(Object.entries(field).filter(([, value]) => value !== null));
  return {
    ...settings,
    name,
    type: field.type,
    content: "",
    readOnly: false,
    required: false,
    position: { x: left, y: top },
    width,
    height,
  };
}

function paintedPlugin(pieces: ReadonlyMap<string, Piece>, fonts: FontTable): Plugin {
  const images = new Map<PreparedImage, PDFRef>();
  return {
    ui: () => {},
    propPanel: { schema: {}, defaultSchema: { name: "", type: PAINTED, ...NOWHERE } },
    pdf: ({ schema, page, pdfDoc }) => {
      const painted = pieces.get(schema.name);
      if (painted?.kind === "sheet")
        page.setSize(painted.page.width * POINTS, painted.page.height * POINTS);
      if (painted?.kind === "content" && painted.content !== "") {
        for (const [key, ref] of fonts.embed(pdfDoc))
          page.node.setFontDictionary(PDFName.of(key), ref);
        write(page, withOpacity(page, painted.content, painted.opacity));
      }
      if (painted?.kind === "image") {
        const ref = images.get(painted.image) ?? embedImage(pdfDoc, painted.image);
        images.set(painted.image, ref);
        drawImage(page, painted, ref);
      }
    },
  };
}

function drawImage(
  page: PDFPage,
  { image, field, box }: Extract<Painted, { kind: "image" }>,
  ref: PDFRef,
): void {
  const scale = Math.min(box.width / image.width, box.height / image.height);
  const width = image.width * scale;
  const height = image.height * scale;
  const left = (box.left + (box.width - width) / 2) * POINTS;
  const bottom = page.getHeight() - (box.top + (box.height + height) / 2) * POINTS;
  const key = page.node.newXObject("Image", ref);
  const matrix = [width * POINTS, 0, 0, height * POINTS, left, bottom].map(decimal).join(" ");
  const sheet = { height: page.getHeight() };
  const content = rotated(`q ${matrix} cm ${key.toString()} Do Q\n`, field.rotate, box, sheet);
  write(page, withOpacity(page, content, field.opacity ?? 1));
}

function withOpacity(page: PDFPage, content: string, opacity: number): string {
  if (opacity >= 1) return content;
  const key = page.node.newExtGState("GS", page.doc.context.obj({ ca: opacity, CA: opacity }));
  return `q ${key.toString()} gs\n${content}Q\n`;
}

/** pdf-lib writes an operator's name as it is, so a page's content passes for the name of one. */
function write(page: PDFPage, content: string): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion, typescript/no-unsafe-enum-assignment -- see above
  page.pushOperators(PDFOperator.of(`q\n${content}Q` as PDFOperatorNames));
}
