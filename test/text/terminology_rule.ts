import type { TextlintRuleModule } from "@textlint/types";

import type { Term } from "./terms.ts";

/** A textlint rule that reports terms as whole words, outside of code and URLs. */
export const terminologyRule = ({ pattern, use }: Term): TextlintRuleModule => {
  const words = pattern.source.replaceAll(" ", String.raw`\s+`);
  const wholeWords = new RegExp(
    String.raw`(?<![\p{L}\p{N}_/.-])(?:${words})(?![\p{L}\p{N}_/(-]|\.\p{L})`,
    "giu",
  );
  return ({ Syntax, RuleError, report, locator }) => ({
    [Syntax.Str]: (node) => {
      for (const { 0: match, index } of blankCode(node.raw).matchAll(wholeWords)) {
        const term = match.replaceAll(/\s+/g, " ");
        const padding = locator.range([index, index + match.length]);
        report(node, new RuleError(`"${term}": use ${use}`, { padding }));
      }
    },
  });
};

/** Replaces code, URLs and comment marks by spaces, so that offsets stay the same. */
const blankCode = (text: string) => text.replaceAll(CODE, (code) => code.replaceAll(/[^\n]/g, " "));

const CODE = /`[^`]*`|\{@\w+[^}]*\}|\bhttps?:\/\/\S+|\n[ \t]*(?:\*|\/\/)/g;
