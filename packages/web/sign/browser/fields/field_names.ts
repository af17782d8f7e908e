import type { CeremonyField } from "@paraph/core/builtin_provider";

import { TEXTS } from "../texts.ts";

/** Returns the name of a field with its page: `Signature, page 2`. */
export function nameOf(field: CeremonyField): string {
  return TEXTS.fields.name(typeNameOf(field), field.page);
}

/** Returns the name of a field's type. */
export function typeNameOf({ type }: CeremonyField): string {
  return TEXTS.fields.types[type];
}
