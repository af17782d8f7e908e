import * as path from "node:path";

import { TextlintKernel } from "@textlint/kernel";

import { prosePlugin } from "./prose_plugin.ts";
import { terminologyRule } from "./terminology_rule.ts";
import { TERMS } from "./terms.ts";

const kernel = new TextlintKernel();
const plugins = [{ pluginId: "prose", plugin: prosePlugin }];
const rules = Object.entries(TERMS).map(([ruleId, term]) => ({
  ruleId,
  rule: terminologyRule(term),
}));

/**
 * Finds terms in Markdown, and in the comments and messages of TypeScript. Returns where each is, and the term
 * to use: `README.md:3:14 "anew": use again`.
 */
export async function findTerms(file: string, text: string): Promise<ReadonlyArray<string>> {
  const options = { filePath: file, ext: path.extname(file), plugins, rules };
  const { messages } = await kernel.lintText(text, options);
  return messages.map(
    ({ message, loc: { start } }) => `${file}:${start.line}:${start.column} ${message}`,
  );
}
