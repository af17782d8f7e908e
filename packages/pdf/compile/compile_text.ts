import { parseText, type TextPart } from "@paraph/core/layouts";

import type { CompiledPart, CompiledText, Emphasis } from "./compiled_template.ts";
import type { KnownKeys } from "./known_keys.ts";

const PLAIN: Emphasis = { bold: false, italic: false };

/** Parses the text of a template: its placeholders and, with `hasMarkdown`, its `**bold**` and `*italic*`. */
export function compileText(text: string, keys: KnownKeys, hasMarkdown: boolean): CompiledText {
  let emphasis = PLAIN;
  return parseText(text).flatMap((part): CompiledText => {
    if (part.kind !== "text") return [placeholder(part, emphasis, keys)];
    if (!hasMarkdown) return [{ ...part, emphasis }];
    return Array.from(
      part.text.matchAll(/\\([\\*])|\*\*|\*|[^\\*]+|\\/g),
      ([piece, character]): CompiledText => {
        if (piece === "**") emphasis = { ...emphasis, bold: !emphasis.bold };
        if (piece === "*") emphasis = { ...emphasis, italic: !emphasis.italic };
        const isMark = piece === "**" || piece === "*";
        return isMark ? [] : [{ kind: "text", text: character ?? piece, emphasis }];
      },
    ).flat();
  });
}

/** Text that prints a single value. */
export function boundText(key: string, keys: KnownKeys): CompiledText {
  return [{ kind: "value", ...keys.print(key), emphasis: PLAIN }];
}

/** Text without placeholders or Markdown. */
export function fixedText(text: string): CompiledText {
  return [{ kind: "text", text, emphasis: PLAIN }];
}

function placeholder(
  part: Exclude<TextPart, { kind: "text" }>,
  emphasis: Emphasis,
  keys: KnownKeys,
): CompiledPart {
  return part.kind === "page"
    ? { ...part, emphasis }
    : { kind: "value", ...keys.print(part.key, part.format), emphasis };
}
