import type { CeremonyField } from "@paraph/core/builtin_provider";

import { format } from "../../../ui/browser/texts.ts";
import { TEXTS } from "../texts.ts";

/** Returns the name of a field with its page: `Signature, page 2`. */
export function nameOf(field: CeremonyField): string {
  return format(TEXTS.fields.name, { type: typeNameOf(field), page: field.page });
}

/** Returns the name of a field's type. */
export function typeNameOf({ type }: CeremonyField): string {
  return TEXTS.fields.types[type];
}
