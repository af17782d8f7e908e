import type { CeremonyField } from "@paraph/core/builtin_provider";

import { format } from "../../../ui/browser/texts.ts";
import { TEXTS } from "../texts.ts";

/** Returns the name of a field with its page: `Signature, page 2`. */
export function nameOf(field: CeremonyField): string {
  return format(TEXTS.fields.name, { type: shortNameOf(field), page: field.page });
}

/** Returns the label of a field, or the name of its type. */
export function shortNameOf({ label, type }: CeremonyField): string {
  return label ?? TEXTS.fields.types[type];
}
