import { Effect } from "effect";

import type { Envelope, EnvelopeField } from "../envelope.ts";
import { canonicalJson, sha256Hex } from "../evidence/audit_trail.ts";
import type { Mark } from "../evidence/pdf_sealer.ts";
import type { EarlierMark, FinishSigning } from "./ceremony.ts";

/** A field with what a recipient has put into it. */
export interface FilledField {
  readonly field: EnvelopeField;
  readonly content: EarlierMark["content"];
}

/**
 * What a recipient has put into which of their fields; those they left empty are passed over.
 *
 * @param fields Their own fields.
 * @param handedIn What they handed in; there was nothing wrong with it.
 */
export function filledFields(
  fields: ReadonlyArray<EnvelopeField>,
  handedIn: FinishSigning,
): ReadonlyArray<FilledField> {
  return fields.flatMap((field) => {
    const content = contentOf(field, handedIn);
    return content === undefined ? [] : [{ field, content }];
  });
}

/** Everything that was put into an envelope so far, in the order of its fields. */
export function envelopeFilledFields({
  fields,
  recipients,
}: Pick<Envelope, "fields" | "recipients">): ReadonlyArray<FilledField> {
  const handedIn = new Map(recipients.map((recipient) => [recipient.id, recipient.handedIn]));
  return fields.flatMap((field) => {
    const from = handedIn.get(field.recipientId);
    return from === undefined || from === null ? [] : filledFields([field], from);
  });
}

/** A filling as it is put onto the page. */
export function markOf({ field, content }: FilledField): Mark {
  const { page, x, y, width, height } = field;
  return { page, x, y, width, height, ...content };
}

/** A filling as those who come later see it. */
export function earlierMarkOf({ field, content }: FilledField): EarlierMark {
  const { page, x, y, width, height } = field;
  return { page, x, y, width, height, content };
}

/** A filling as the text that its hash is taken of: what was written, or the signature as JSON. */
export function hashInput({ content }: FilledField): string {
  if (content.kind === "signature") return canonicalJson(content.signature);
  return content.kind === "check" ? "true" : content.text;
}

function contentOf(
  { id, type }: EnvelopeField,
  { values, signature, initials, date }: FinishSigning,
): FilledField["content"] | undefined {
  // Own keys alone: an id must not reach what every record has.
  const value = Object.hasOwn(values, id) ? values[id] : undefined;
  if (value === undefined || value === false) return undefined;
  if (value !== true) {
    const text = value.trim();
    if (text === "") return undefined;
    return { kind: type === "text_area" ? "paragraph" : "text", text };
  }
  switch (type) {
    case "signature":
      return signature && { kind: "signature", signature };
    case "initial":
      return initials && { kind: "signature", signature: initials };
    case "date":
      return { kind: "text", text: date };
    case "checkbox":
      return { kind: "check" };
    default:
      return undefined;
  }
}

/** A filling, and the SHA-256 of what was put there, in hex. */
export interface HashedField extends FilledField {
  readonly sha256: string;
}

/** What a recipient has put into which of their fields, each with its hash as evidence. */
export function hashFilledFields(fields: ReadonlyArray<EnvelopeField>, handedIn: FinishSigning) {
  return Effect.forEach(filledFields(fields, handedIn), (filling) =>
    Effect.map(sha256Hex(hashInput(filling)), (sha256) => ({ ...filling, sha256 })),
  );
}
