import { ExpressionLimit } from "@paraph/core/expressions";
import type { InputData } from "@paraph/core/manifests";

import type { CompiledInformation, CompiledText } from "../compile/compiled_template.ts";
import { PermanentRenderError } from "../permanent_render_error.ts";
import type { Information } from "../write/information.ts";
import { DataScope } from "./data_scope.ts";
import { fillText, plainText } from "./rich_text.ts";

/** The maximum length of a text about a document. PDF/A permits no text of more than 32,767 bytes. */
const MAX_LENGTH = 2_000;

/**
 * Fills the texts about a document. Empty texts are omitted, and long ones shortened.
 *
 * @param warn Is called with the path of a text that is shortened.
 */
export function fillInformation(
  { title, author, subject, keywords }: CompiledInformation,
  data: InputData,
  warn: (path: string, message: string) => void,
): Information {
  const fill = (name: string, text: CompiledText | undefined): string | undefined => {
    const path = `layout.${name}`;
    const line = oneLine(printDocumentText(path, text ?? [], data));
    if (line.length <= MAX_LENGTH) return line === "" ? undefined : line;
    warn(path, `Longer than ${MAX_LENGTH} characters; the document has the first ${MAX_LENGTH}`);
    return line.slice(0, MAX_LENGTH).toWellFormed();
  };
  return {
    title: fill("title", title),
    author: fill("author", author),
    subject: fill("subject", subject),
    keywords: keywords.flatMap((keyword, index) => fill(`keywords.${index}`, keyword) ?? []),
  };
}

/**
 * Prints a text that is not on a page.
 *
 * @param most The maximum length of the text.
 */
export function printDocumentText(
  path: string,
  text: CompiledText,
  data: InputData,
  most = Infinity,
): string {
  let printed = "";
  try {
    const scope = new DataScope(data);
    for (const part of text) {
      printed += plainText(fillText([part], scope));
      if (printed.length > most)
        throw new PermanentRenderError(
          "render_failed",
          `${path}: Longer than ${most.toLocaleString("en-US")} characters`,
        );
    }
    return printed;
  } catch (error) {
    if (!(error instanceof ExpressionLimit)) throw error;
    throw new PermanentRenderError("render_failed", `${path}: ${error.message}`);
  }
}

export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim();
}
