import type { TxtDocumentNode, TxtParagraphNode } from "@textlint/ast-node-types";
import { parse } from "@textlint/markdown-to-ast";
import type { TextlintPluginCreator } from "@textlint/types";
import { parseSync, Visitor } from "oxc-parser";

/** A textlint plugin that reads Markdown and the prose of TypeScript, see {@linkcode proseRanges}. */
export const prosePlugin: TextlintPluginCreator = {
  Processor: class {
    availableExtensions() {
      return [".md", ".ts"];
    }

    processor(extension: string) {
      return {
        preProcess: (text: string, file = "source.ts") =>
          extension === ".md" ? parse(text) : documentOf(text, proseRanges(file, text)),
        postProcess: (messages: Array<never>, filePath = "source.ts") => ({ messages, filePath }),
      };
    }
  },
};

/**
 * Returns the start and end of each prose text: comments, where consecutive line comments are one text, and
 * strings of at least four words, such as messages and test names. Tagged templates are code.
 */
function proseRanges(
  file: string,
  text: string,
): ReadonlyArray<readonly [start: number, end: number]> {
  const { comments, program } = parseSync(file, text);
  const ranges: Array<[number, number]> = [];
  for (const { start, end } of comments) {
    const previous = ranges.at(-1);
    if (previous !== undefined && text.slice(previous[1], start).trim() === "") previous[1] = end;
    else ranges.push([start, end]);
  }
  let tags = 0;
  const add = (start: number, end: number) => {
    if (tags === 0 && SENTENCE.test(text.slice(start, end))) ranges.push([start, end]);
  };
  new Visitor({
    Literal: ({ value, start, end }) => {
      if (typeof value === "string") add(start, end);
    },
    TemplateElement: ({ start, end }) => add(start, end),
    TaggedTemplateExpression: () => void tags++,
    "TaggedTemplateExpression:exit": () => void tags--,
  }).visit(program);
  return ranges.toSorted(([a], [b]) => a - b);
}

const SENTENCE = /\p{L}+,? \p{L}+,? \p{L}+,? \p{L}+/u;

function documentOf(
  text: string,
  ranges: ReadonlyArray<readonly [start: number, end: number]>,
): TxtDocumentNode {
  const lineStarts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const position = (offset: number) => {
    const line = lineStarts.findLastIndex((start) => start <= offset);
    return { line: line + 1, column: offset - (lineStarts[line] ?? 0) };
  };
  const placeOf = (start: number, end: number) => ({
    raw: text.slice(start, end),
    range: [start, end] as const,
    loc: { start: position(start), end: position(end) },
  });
  const paragraphs = ranges.map(([start, end]): TxtParagraphNode => {
    const place = placeOf(start, end);
    return { ...place, type: "Paragraph", children: [{ ...place, type: "Str", value: place.raw }] };
  });
  return { ...placeOf(0, text.length), type: "Document", children: paragraphs };
}
