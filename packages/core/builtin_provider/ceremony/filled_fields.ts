import { Effect } from "effect";

import type { Envelope, EnvelopeField } from "../envelope.ts";
import { canonicalJson, sha256Hex } from "../evidence/audit_trail.ts";
import type { Mark } from "../evidence/pdf_sealer.ts";
import type { EarlierMark, FinishSigning } from "./ceremony.ts";
import { dateText } from "./date_format.ts";

/** A field and its value. */
export interface FilledField {
  readonly field: EnvelopeField;
  readonly content: EarlierMark["content"];
}

/**
 * The filled fields of a recipient. Empty fields are omitted.
 *
 * @param fields The fields of the recipient.
 * @param submission The valid submission of the recipient.
 */
export function filledFields(
  fields: ReadonlyArray<EnvelopeField>,
  submission: FinishSigning,
): ReadonlyArray<FilledField> {
  return fields.flatMap((field) => {
    const content = contentOf(field, submission);
    return content === undefined ? [] : [{ field, content }];
  });
}

/** All filled fields of an envelope so far, in the order of its fields. */
export function envelopeFilledFields({
  fields,
  recipients,
}: Pick<Envelope, "fields" | "recipients">): ReadonlyArray<FilledField> {
  const submissions = new Map(recipients.map((recipient) => [recipient.id, recipient.submission]));
  return fields.flatMap((field) => {
    const submission = submissions.get(field.recipientId);
    return submission === undefined || submission === null ? [] : filledFields([field], submission);
  });
}

/** The mark of a filled field on the page. */
export function markOf({ field, content }: FilledField): Mark {
  const { page, x, y, width, height } = field;
  return { page, x, y, width, height, ...content };
}

/** The mark of a filled field for later recipients. */
export function earlierMarkOf({ field, content }: FilledField): EarlierMark {
  const { page, x, y, width, height } = field;
  return { page, x, y, width, height, content };
}

/** The text that is hashed for a filled field: its text, or its signature as canonical JSON. */
export function hashInput({ content }: FilledField): string {
  if (content.kind === "signature") return canonicalJson(content.signature);
  return content.kind === "check" ? "true" : content.text;
}

function contentOf(
  { id, type, format, validation }: EnvelopeField,
  { values, signature, initials, date, dateFormat }: FinishSigning,
): FilledField["content"] | undefined {
  // Own keys only: an id must not match an inherited property.
  const value = Object.hasOwn(values, id) ? values[id] : undefined;
  if (value === undefined || value === false) return undefined;
  if (value !== true) {
    const text = value.trim();
    if (text === "") return undefined;
    if (validation === "date") return { kind: "text", text: dateText(text, dateFormat) };
    return { kind: type === "text_area" ? "paragraph" : "text", text };
  }
  switch (type) {
    case "signature":
      return signature && { kind: "signature", signature };
    case "initial":
      return initials && { kind: "signature", signature: initials };
    case "date":
      return { kind: "text", text: dateText(date, format ?? dateFormat) };
    case "checkbox":
      return { kind: "check" };
    default:
      return undefined;
  }
}

/** A filled field, and the SHA-256 of its value in hex. */
export interface HashedField extends FilledField {
  readonly sha256: string;
}

/** The filled fields of a recipient with their hashes, for the audit trail. */
export function hashFilledFields(fields: ReadonlyArray<EnvelopeField>, submission: FinishSigning) {
  return Effect.forEach(filledFields(fields, submission), (filling) =>
    Effect.map(sha256Hex(hashInput(filling)), (sha256) => ({ ...filling, sha256 })),
  );
}
