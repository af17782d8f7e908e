import type { CeremonyField } from "@paraph/core/builtin_provider";

/** The names of field types. */
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

/** Returns the name of a field with its page: `Signature, page 2`. */
export function nameOf(field: CeremonyField): string {
  return `${typeNameOf(field)}, page ${field.page}`;
}

/** Returns the name of a field's type. */
export function typeNameOf({ type }: CeremonyField): string {
  return NAMES[type];
}
