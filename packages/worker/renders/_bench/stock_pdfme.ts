import * as fs from "node:fs";
import { createRequire } from "node:module";

import { BlankPage, type Layout, type LayoutField } from "@paraph/core/layouts";
import type { InputData } from "@paraph/core/manifests";
import type { Font, Schema as PdfmeSchema, Template } from "@pdfme/common";
import { generate } from "@pdfme/generator";
import { image, line, rectangle, table, text } from "@pdfme/schemas";
import { Schema } from "effect";

import type { CompiledField, CompiledTemplate } from "../_adapters/compile/compiled_template.ts";
import { fillField } from "../_adapters/fill/fill_field.ts";
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

/** A layout as it is published and as it is compiled, and what fills it. */
export interface StockInput {
  readonly layout: Layout;
  readonly template: CompiledTemplate;
  readonly data: InputData;
}

/** A field with its final text: stock pdfme knows neither our placeholders nor our conditions. */
function filled(given: LayoutField, compiled: CompiledField, data: InputData): PdfmeSchema {
  const { filling } = fillField(compiled, data);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our fields are pdfme's
  const base = { ...given, readOnly: true } as PdfmeSchema;
  switch (filling.kind) {
    case "text":
      return { ...base, content: plainText(filling.parts) };
    case "image":
      return typeof filling.image === "string" ? { ...base, content: filling.image } : base;
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

function stockTemplate({ layout, template, data }: StockInput): Template {
  const { basePdf, schemas } = layout;
  const { width, height, padding, staticSchema } = Schema.decodeUnknownSync(BlankPage)(basePdf);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- publishing has checked them
  const [pages, everywhere] = [schemas, staticSchema ?? []] as [
    ReadonlyArray<ReadonlyArray<LayoutField>>,
    ReadonlyArray<LayoutField>,
  ];
  const fill = (
    given: ReadonlyArray<LayoutField>,
    compiled: ReadonlyArray<CompiledField> | undefined,
  ) =>
    given.flatMap((field, at) => {
      const own = compiled?.[at];
      return own === undefined ? [] : [filled(field, own, data)];
    });
  const [top, right, bottom, left] = padding;
  const { base } = template;
  return {
    basePdf: {
      ...{ width, height, padding: [top, right, bottom, left] },
      staticSchema: fill(everywhere, base.kind === "blank" ? base.everywhere : []),
    },
    schemas: pages.map((page, at) => fill(page, template.pages[at])),
  };
}

const PLUGINS = { text, image, table, line, rectangle };

/** The peer of measurements: the same document by stock pdfme, its own text, image and table plugins. */
export function stockPdfme(input: StockInput): () => Promise<Uint8Array> {
  const template = stockTemplate(input);
  return () => generate({ template, inputs: [{}], plugins: PLUGINS, options: { font: FONT } });
}
