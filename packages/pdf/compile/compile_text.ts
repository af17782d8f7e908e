import { parseText, type TextPart } from "@paraph/core/layouts";

import type { Markdown } from "../rich/load_markdown.ts";
import type { RichParagraphs, RichPiece } from "../rich/markdown.ts";
import type { CompiledLink, CompiledPart, CompiledText, Emphasis } from "./compiled_template.ts";
import type { KnownKeys } from "./known_keys.ts";

const PLAIN: Emphasis = { bold: false, italic: false };

/**
 * Parses the text of a template: its placeholders and, with a parser of Markdown, its emphasis, links and
 * other marks.
 */
export function compileText(text: string, keys: KnownKeys, markdown?: Markdown): CompiledText {
  return markdown === undefined
    ? parseText(text).map((part) => compilePart(part, PLAIN, keys))
    : compilePieces(markdown.parseInline(text), keys);
}

/** Parses the text of a template in paragraphs, headings and lists. */
export function compileRichText(
  text: string,
  keys: KnownKeys,
  markdown: Markdown,
): RichParagraphs<CompiledText> {
  return markdown
    .parseTemplate(text)
    .map((paragraph) => ({ ...paragraph, text: compilePieces(paragraph.text, keys) }));
}

/** Converts a value of the data that was parsed as rich text. */
export function fixedPieces(pieces: ReadonlyArray<RichPiece>): CompiledText {
  return pieces.flatMap((piece): CompiledText => {
    const emphasis = emphasisOf(piece, piece.link === undefined ? [] : [piece.link]);
    if ("note" in piece) return [{ kind: "note", text: fixedPieces(piece.note), emphasis }];
    return piece.part.kind === "text" ? [{ ...piece.part, emphasis }] : [];
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

function compilePieces(pieces: ReadonlyArray<RichPiece>, keys: KnownKeys): CompiledText {
  return pieces.map((piece) => {
    const emphasis = emphasisOf(piece, linkOf(piece.link ?? "", keys));
    return "note" in piece
      ? { kind: "note", text: compilePieces(piece.note, keys), emphasis }
      : compilePart(piece.part, emphasis, keys);
  });
}

function emphasisOf({ bold, italic, mark }: RichPiece, link: CompiledLink): Emphasis {
  return {
    bold,
    italic,
    ...(mark === undefined ? {} : { mark }),
    ...(link.length === 0 ? {} : { link }),
  };
}

/** Parses the target of a link. */
export function linkOf(target: string, keys: KnownKeys): CompiledLink {
  return parseText(target).flatMap((part): CompiledLink => {
    if (part.kind === "page") return [];
    if (part.kind === "expression") {
      const expression = keys.expression(part.source, part.format);
      return expression === undefined ? [] : [expression];
    }
    return [part.kind === "text" ? part.text : keys.print(part.key, part.format)];
  });
}

function compilePart(part: TextPart, emphasis: Emphasis, keys: KnownKeys): CompiledPart {
  switch (part.kind) {
    case "value":
      return { kind: "value", ...keys.print(part.key, part.format), emphasis };
    case "expression": {
      const expression = keys.expression(part.source, part.format);
      // Layouts that were published before expressions existed have them as text.
      if (expression === undefined) return { kind: "text", text: `{=${part.source}}`, emphasis };
      return { kind: "expression", ...expression, emphasis };
    }
    case "page":
      return part.which === "pageOf"
        ? { kind: part.kind, which: part.which, link: linkOf(`#${part.anchor}`, keys), emphasis }
        : { ...part, emphasis };
    default:
      return { ...part, emphasis };
  }
}
