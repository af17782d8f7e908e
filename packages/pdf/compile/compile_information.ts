import type { DocumentInformation } from "@paraph/core/layouts";

import { compileText } from "./compile_text.ts";
import type { CompiledInformation } from "./compiled_template.ts";
import type { KnownKeys } from "./known_keys.ts";

/** Parses the texts about the documents of a layout; undefined if the layout has none. */
export function compileInformation(
  { title, author, subject, keywords }: DocumentInformation,
  keys: KnownKeys,
): CompiledInformation | undefined {
  const words = keywords ?? [];
  if (!title && !author && !subject && words.length === 0) return undefined;
  const compiled = (text: string) => compileText(text, keys);
  return {
    ...(title ? { title: compiled(title) } : {}),
    ...(author ? { author: compiled(author) } : {}),
    ...(subject ? { subject: compiled(subject) } : {}),
    keywords: words.map(compiled),
  };
}
