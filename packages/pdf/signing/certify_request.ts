import type { InputData, InputRow, InputValue } from "@paraph/core/manifests";

import { compileLayout } from "../compile/compile_layout.ts";
import { renderDocument } from "../render_document.ts";
import { missingCharacter } from "../text/paragraph.ts";
import { adoptedSignatureSvg } from "./completion_certificate/adopted_signature.ts";
import { drawThumbnails } from "./completion_certificate/draw_thumbnails.ts";
import type { FinishedLayout } from "./completion_certificate/layout_builder.ts";
import { type Sealing, type SealSettings, signPdf } from "./sign_pdf.ts";

/** A certificate to render and seal. */
export interface CertifyJob extends FinishedLayout {
  /** The document of the thumbnails; absent without thumbnails. */
  readonly pages?: Uint8Array;
  readonly settings: SealSettings;
}

/** Renders a certificate, attaches its evidence and seals it. */
export async function certifyRequest(job: CertifyJob): Promise<Sealing> {
  const { values, loops } = printable(job.data);
  const drawings = job.signatures.flatMap(({ key, signature, aspect }) => {
    const svg = adoptedSignatureSvg(signature, aspect);
    return svg === undefined ? [] : [[key, svg] as const];
  });
  const thumbnails = job.pages === undefined ? {} : await drawThumbnails(job.pages, job.thumbnails);
  const data = { loops, values: { ...values, ...Object.fromEntries(drawings), ...thumbnails } };
  return signPdf(await render(job, data), job.settings);
}

/** Renders a certificate, without its logo if that is damaged or has features that PDFs cannot show. */
async function render({ source, logoKey }: CertifyJob, data: InputData): Promise<Uint8Array> {
  const template = await compileLayout(source);
  const withLogo = renderDocument(template, data, new Map());
  if (logoKey === undefined) return (await withLogo).bytes;
  const { [logoKey]: _, ...values } = data.values;
  return withLogo.then(
    ({ bytes }) => bytes,
    async () => (await renderDocument(template, { ...data, values }, new Map())).bytes,
  );
}

/** Characters that every face has. */
const ALWAYS_PRINTABLE = /^[\n\x20-\x7e\u00a0-\u00ff]*$/;

/** Returns printable data: characters that no font has become U+FFFD. */
function printable({ values, loops }: InputData): InputData {
  const cache = new Map<string, string>();
  return {
    values: mapValues(values, (value) => printableValue(value, cache)),
    loops: mapValues(loops, (rows) => rows.map((row) => printableRow(row, cache))),
  };
}

function printableRow(row: InputRow, cache: Map<string, string>): InputRow {
  return mapValues(row, (value) =>
    typeof value === "object" && value !== null
      ? value.map((nested) => printableRow(nested, cache))
      : printableValue(value, cache),
  );
}

function mapValues<A, B>(
  record: Readonly<Record<string, A>>,
  change: (value: A) => B,
): Readonly<Record<string, B>> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

function printableValue(value: InputValue, cache: Map<string, string>): InputValue {
  return typeof value === "string" ? printableText(value, cache) : value;
}

function printableText(text: string, cache: Map<string, string>): string {
  if (ALWAYS_PRINTABLE.test(text)) return text;
  const cachedText = cache.get(text);
  if (cachedText !== undefined) return cachedText;
  let output = text.toWellFormed().normalize("NFC");
  for (;;) {
    const missing = missingCharacter(output);
    if (missing === null) break;
    const replacement = output.replaceAll(missing, "\ufffd");
    // The reported character is not in the text: keep only ASCII.
    output = replacement === output ? output.replace(/[^\x20-\x7e]/gu, "?") : replacement;
  }
  cache.set(text, output);
  return output;
}
