import type * as markdown from "./markdown.ts";

/** The parser of rich text. */
export type Markdown = typeof markdown;

/** Loads the parser, which only templates with rich text need. */
export function loadMarkdown(): Promise<Markdown> {
  return import("./markdown.ts");
}
