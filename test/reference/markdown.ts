import * as fs from "node:fs";
import * as path from "node:path";

import { format } from "oxfmt";

const ROOT = path.join(import.meta.dirname, "../..");

/** A page of Markdown. */
interface Page {
  readonly name: string;
  readonly text: string;
  /** Whether lines of prose are wrapped again. */
  readonly proseWrap: "always" | "preserve";
}

/** Text as Markdown: characters with a meaning in Markdown are escaped, except in code spans. */
export function escapeMarkdown(text: string): string {
  return text
    .split(/(`[^`]*`)/u)
    .map((part) => (part.startsWith("`") ? part : part.replaceAll(/[\\*_<>[\]|]/gu, "\\$&")))
    .join("");
}

/** A table; the cells are Markdown. */
export function markdownTable(
  head: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>,
): string {
  const lines = [head, head.map(() => "---"), ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** A table of texts of the API. */
export const apiTable: typeof markdownTable = (head, rows) =>
  markdownTable(
    head,
    rows.map((row) => row.map((cell) => inline(cell).replaceAll("|", "\\|"))),
  );

/** The page as the repository's formatter writes it, with lines of up to 100 characters. */
export async function formatPage({ name, text, proseWrap }: Page): Promise<string> {
  const options: { readonly printWidth: number } = JSON.parse(
    fs.readFileSync(path.join(ROOT, ".oxfmtrc.json"), "utf8"),
  );
  const { printWidth } = options;
  const { code, errors } = await format(name, text, { printWidth, proseWrap });
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]?.message}`);
  return code;
}

/** Text of the API in a cell or paragraph: one line, without HTML, which the site would render. */
export const inline = (text: string): string =>
  text
    .replaceAll(/\s*\n\s*/g, " ")
    .split(/(`[^`]*`)/)
    .map((part, index) =>
      index % 2 === 0 ? part.replaceAll("<", "&lt;").replaceAll("{{", "{ {") : part,
    )
    .join("");

/** A fenced block. */
export const block = (language: string, text: string): string =>
  ["```" + language, text, "```"].join("\n");
