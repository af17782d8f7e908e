import { canonicalJson } from "./canonical_json.ts";
import type { EarlierMark, FinishSigning } from "./ceremony.ts";
import type { Mark } from "./pdf_sealer.ts";
import type { EnvelopeField, SigningEnvelope } from "./signing_envelope.ts";

/** A field with what a recipient has put into it. */
export interface Filling {
  readonly field: EnvelopeField;
  readonly content: EarlierMark["content"];
}

/**
 * What a recipient has put into which of their fields; those they left empty are passed over.
 *
 * @param fields Their own fields.
 * @param handedIn What they handed in; there was nothing wrong with it.
 */
export function fillingsOf(
  fields: ReadonlyArray<EnvelopeField>,
  handedIn: FinishSigning,
): ReadonlyArray<Filling> {
  return fields.flatMap((field) => {
    const content = contentOf(field, handedIn);
    return content === undefined ? [] : [{ field, content }];
  });
}

/** Everything that was put into an envelope so far, in the order of its fields. */
export function envelopeFillings({
  fields,
  recipients,
}: Pick<SigningEnvelope, "fields" | "recipients">): ReadonlyArray<Filling> {
  const handedIn = new Map(recipients.map((recipient) => [recipient.id, recipient.handedIn]));
  return fields.flatMap((field) => {
    const from = handedIn.get(field.recipientId);
    return from === undefined || from === null ? [] : fillingsOf([field], from);
  });
}

/** A filling as it is put onto the page. */
export function markOf({ field, content }: Filling): Mark {
  const { page, x, y, width, height } = field;
  return { page, x, y, width, height, ...content };
}

/** A filling as those who come later see it. */
export function earlierMarkOf({ field, content }: Filling): EarlierMark {
  const { page, x, y, width, height } = field;
  return { page, x, y, width, height, content };
}

/** A filling as the text that its hash is taken of: what was written, or the signature as JSON. */
export function filledText({ content }: Filling): string {
  if (content.kind === "signature") return canonicalJson(content.signature);
  return content.kind === "check" ? "true" : content.text;
}

function contentOf(
  { id, type }: EnvelopeField,
  { values, signature, initials, date }: FinishSigning,
): Filling["content"] | undefined {
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
