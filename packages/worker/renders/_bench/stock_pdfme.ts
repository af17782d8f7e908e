import * as fs from "node:fs";
import { createRequire } from "node:module";

import { BlankPage, FIELD_SCHEMAS, indexManifest, type LayoutField } from "@paraph/core/layouts";
import type { Font, Schema as PdfmeSchema, Template } from "@pdfme/common";
import { generate } from "@pdfme/generator";
import { image, line, rectangle, table, text } from "@pdfme/schemas";
import { Schema } from "effect";

import type { DocumentInput } from "../_adapters/draw_document.ts";
import { fillField } from "../_adapters/fill/fill_layout.ts";
import { plainText } from "../_adapters/fill/rich_text.ts";

const require = createRequire(import.meta.url);
const face = (name: string, file: string) => ({
  data: fs.readFileSync(require.resolve(`@expo-google-fonts/roboto/${file}.ttf`)),
  ...(name === "Roboto" ? { fallback: true } : {}),
});
const FONT: Font = {
  "Roboto-Light": face("Roboto-Light", "300Light/Roboto_300Light"),
  Roboto: face("Roboto", "400Regular/Roboto_400Regular"),
  "Roboto-Medium": face("Roboto-Medium", "500Medium/Roboto_500Medium"),
  "Roboto-Bold": face("Roboto-Bold", "700Bold/Roboto_700Bold"),
};

/** A field with its final text: stock pdfme knows neither our placeholders nor our conditions. */
function filled(field: LayoutField, { manifest, data }: DocumentInput): PdfmeSchema {
  const known = FIELD_SCHEMAS.get(field.type) ?? Schema.Never;
  const index = indexManifest(manifest);
  const { filling } = fillField(Schema.decodeUnknownSync(known)(field), index, data);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our fields are pdfme's
  const base = { ...field, readOnly: true } as PdfmeSchema;
  switch (filling.kind) {
    case "text":
      return { ...base, content: plainText(filling.parts) };
    case "image":
      return { ...base, content: filling.source };
    case "table":
      return {
        ...base,
        head: [...filling.head],
        content: JSON.stringify(filling.rows),
        tableStyles: { borderWidth: 0, borderColor: "#000000" },
      };
    default:
      return base;
  }
}

function stockTemplate(drawing: DocumentInput): Template {
  const { basePdf, schemas } = drawing.layout;
  const fill = (field: LayoutField) => filled(field, drawing);
  const { width, height, padding, staticSchema } = Schema.decodeUnknownSync(BlankPage)(basePdf);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- publishing has checked them
  const [pages, everywhere] = [schemas, staticSchema ?? []] as [
    Array<Array<LayoutField>>,
    Array<LayoutField>,
  ];
  const [top, right, bottom, left] = padding;
  return {
    basePdf: {
      ...{ width, height, padding: [top, right, bottom, left] },
      staticSchema: everywhere.map(fill),
    },
    schemas: pages.map((page) => page.map(fill)),
  };
}

const PLUGINS = { text, image, table, line, rectangle };

/** The peer of measurements: the same document by stock pdfme, its own text, image and table plugins. */
export function stockPdfme(drawing: DocumentInput): () => Promise<Uint8Array> {
  const template = stockTemplate(drawing);
  return () => generate({ template, inputs: [{}], plugins: PLUGINS, options: { font: FONT } });
}
