import type { AdoptedSignature } from "@paraph/core/builtin_provider";
import type { InputData, InputRow, InputValue } from "@paraph/core/manifests";
import type { Language } from "@paraph/core/values";

import { renderDocument } from "../render_document.ts";
import { missingCharacter } from "../text/paragraph.ts";
import { adoptedSignatureSvg } from "./completion_certificate/adopted_signature.ts";
import { certificateTemplate } from "./completion_certificate/certificate_template.ts";
import type { CertificateContent } from "./completion_certificate/completion_certificate.ts";
import { drawThumbnails } from "./completion_certificate/draw_thumbnails.ts";
import { type Sealing, type SealSettings, signPdf } from "./sign_pdf.ts";

/** A certificate to render and seal. */
export interface CertifyJob extends CertificateContent {
  /** The document of the thumbnails; absent without thumbnails. */
  readonly pages?: Uint8Array;
  readonly settings: SealSettings;
}

/** Renders a certificate, attaches its evidence and seals it. */
export async function certifyRequest(job: CertifyJob): Promise<Sealing> {
  const { values, loops } = printable(job.data);
  const recipients = (loops["recipients"] ?? []).map((row, index) => ({
    ...row,
    ...drawing("signature", job.adopted[index]?.signature),
    ...drawing("initials", job.adopted[index]?.initials),
  }));
  const images = job.pages === undefined ? [] : await drawThumbnails(job.pages, job.thumbnailCount);
  const thumbnails = images.map((image, index) => ({ image, page: String(index + 1) }));
  const data = { values, loops: { ...loops, recipients, thumbnails } };
  return signPdf(await render(job.language, data), job.settings);
}

/** A signature or initials in the row of a recipient. */
function drawing(key: "signature" | "initials", adopted: AdoptedSignature | null = null): InputRow {
  if (adopted === null) return {};
  return adopted.kind === "image"
    ? { [`${key}Image`]: `data:image/png;base64,${adopted.data}` }
    : { [`${key}Drawing`]: adoptedSignatureSvg(adopted) ?? null };
}

/** Renders a certificate, without its logo if that is damaged or has features that PDFs cannot show. */
async function render(language: Language, data: InputData): Promise<Uint8Array> {
  const template = await certificateTemplate(language);
  const { "brand.logo": logo, "brand.drawing": drawnLogo, ...values } = data.values;
  try {
    return (await renderDocument(template, data, new Map())).bytes;
  } catch (error) {
    if ((logo ?? drawnLogo ?? null) === null) throw error;
    return (await renderDocument(template, { ...data, values }, new Map())).bytes;
  }
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
