import type { FinishSigning } from "./ceremony.ts";
import type { Adopted } from "./signature_mark.ts";
import type { EnvelopeField } from "./signing_envelope.ts";
import { cleanText, isVisible } from "./visible_text.ts";

/**
 * What a recipient hands in as it is kept, so that the page, the document and the evidence say the
 * same: texts are cleaned, those that show nothing are empty, and names stand on one line. Options
 * stay as they were offered.
 *
 * @param fields The fields of whoever hands in.
 */
export function cleanHandIn(
  fields: ReadonlyArray<EnvelopeField>,
  handedIn: FinishSigning,
): FinishSigning {
  const { values, signature, initials, ...others } = handedIn;
  const offered = new Set(fields.filter(hasOptions).map(({ id }) => id));
  const entries = Object.entries(values).map(([id, value]) => [
    id,
    typeof value === "boolean" ? value : visible(offered.has(id) ? value : cleanText(value)),
  ]);
  return {
    ...others,
    ...(signature === undefined ? {} : { signature: cleanMark(signature) }),
    ...(initials === undefined ? {} : { initials: cleanMark(initials) }),
    values: Object.fromEntries(entries),
  };
}

function hasOptions({ type, options }: EnvelopeField): boolean {
  return (type === "dropdown" || type === "radio_buttons") && options.length > 0;
}

function visible(text: string): string {
  return isVisible(text) ? text : "";
}

function cleanMark(adopted: Adopted): Adopted {
  if (adopted.kind === "drawn") return adopted;
  return { ...adopted, text: cleanText(adopted.text).replace(/\s+/gu, " ").trim() };
}
