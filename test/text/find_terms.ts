import * as path from "node:path";

import { TextlintKernel } from "@textlint/kernel";

import { prosePlugin } from "./prose_plugin.ts";
import { terminologyRule } from "./terminology_rule.ts";
import { TERMS } from "./terms.ts";

/** An occurrence of a term. */
export interface Occurrence {
  /** The term's name in {@linkcode TERMS}. */
  readonly term: string;
  /** Where and what it is, and what to write: `README.md:3:14 "anew": use again`. */
  readonly message: string;
}

const kernel = new TextlintKernel();
const plugins = [{ pluginId: "prose", plugin: prosePlugin }];
const rules = Object.entries(TERMS).map(([ruleId, term]) => ({
  ruleId,
  rule: terminologyRule(term),
}));

/** Finds terms in Markdown, and in the comments and messages of TypeScript. */
export async function findTerms(file: string, text: string): Promise<ReadonlyArray<Occurrence>> {
  const options = { filePath: file, ext: path.extname(file), plugins, rules };
  const { messages } = await kernel.lintText(text, options);
  return messages.map(({ ruleId, message, loc: { start } }) => ({
    term: ruleId,
    message: `${file}:${start.line}:${start.column} ${message}`,
  }));
}
