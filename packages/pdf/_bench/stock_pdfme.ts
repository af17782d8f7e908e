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
 * @param font A font file; by default pdfme's own.
 */
export function stockPdfme(
  pdfmeTemplate: unknown,
  font?: Uint8Array<ArrayBuffer>,
): (input: Readonly<Record<string, string>>) => Promise<Uint8Array> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- pdfme checks its templates itself
  const template = pdfmeTemplate as Template;
  const options =
    font === undefined ? {} : { options: { font: { Roboto: { data: font, fallback: true } } } };
  return (input) => generate({ template, inputs: [input], plugins: PLUGINS, ...options });
}
