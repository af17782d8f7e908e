import type { CeremonyField } from "@paraph/core/signing";

/** What fields are called where people read it. */
const NAMES: Readonly<Record<CeremonyField["type"], string>> = {
  signature: "Signature",
  initial: "Initials",
  date: "Date",
  text: "Text",
  text_area: "Text",
  checkbox: "Checkbox",
  dropdown: "Choice",
  radio_buttons: "Choice",
};

/** What a field is called, and where it stands: `Signature, page 2`. */
export function nameOf(field: CeremonyField): string {
  return `${kindOf(field)}, page ${field.page}`;
}

/** What kind of thing goes into a field. */
export function kindOf({ type }: CeremonyField): string {
  return NAMES[type];
}
