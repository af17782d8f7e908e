import type { Template } from "@pdfme/common";
import { generate } from "@pdfme/generator";
import * as schemas from "@pdfme/schemas";

const { text, multiVariableText, image, signature, svg, table, list, line } = schemas;
const { rectangle, ellipse, checkbox, radioGroup, circleMark, select, date, time } = schemas;
const PLUGINS = {
  text,
  multiVariableText,
  image,
  signature,
  svg,
  table,
  list,
  line,
  rectangle,
  ellipse,
  checkbox,
  radioGroup,
  circleMark,
  select,
  date,
  time,
  dateTime: schemas.dateTime,
  ...schemas.barcodes,
};

/**
 * Renders with stock pdfme, called as in its quick start, to compare with.
 *
 * @param pdfmeTemplate A pdfme template.
 * @param fonts Font files by name, `Roboto` for all other text; by default pdfme's own.
 */
export function stockPdfme(
  pdfmeTemplate: unknown,
  fonts?: { readonly Roboto: Uint8Array } & Readonly<Record<string, Uint8Array>>,
): (input: Readonly<Record<string, string>>) => Promise<Uint8Array> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- pdfme checks its templates itself
  const template = pdfmeTemplate as Template;
  const font = Object.fromEntries(
    Object.entries(fonts ?? {}).map(([name, data]) => [
      name,
      { data: Uint8Array.from(data), fallback: name === "Roboto" },
    ]),
  );
  const options = fonts === undefined ? {} : { options: { font } };
  return (input) => generate({ template, inputs: [input], plugins: PLUGINS, ...options });
}
