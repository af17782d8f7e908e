import { layoutFormatProblem } from "../../manifests/mod.ts";
import type { Issue } from "../../values/mod.ts";
import { expressionsIn } from "../model/expression.ts";
import type { ManifestIndex } from "../model/layout_binding.ts";
import { parseText } from "../model/placeholder.ts";

/** The problems of placeholders and expressions in a static text. */
export function textProblems(
  path: string,
  text: string | null | undefined,
  index: ManifestIndex,
): ReadonlyArray<Issue> {
  return parseText(text ?? "").flatMap((part) => {
    if (part.kind === "page") return [];
    if (part.kind === "text")
      return expressionsIn(part.text).map((code) => ({ path, message: noExpression(code) }));
    const variable = index.variables.get(part.key);
    if (variable === undefined) {
      const message = index.loops.has(part.key)
        ? `"${part.key}" is a list of rows, which text cannot show`
        : `The manifest has no "${part.key}"`;
      return [{ path, message }];
    }
    if (variable.dataType === "image")
      return [{ path, message: `"${part.key}" is an image, which text cannot show` }];
    const problem =
      part.format === undefined ? undefined : layoutFormatProblem(part.format, variable.dataType);
    return problem === undefined ? [] : [{ path, message: problem }];
  });
}

/** The maximum length of an expression in a message. */
const MAX_LENGTH = 120;

/** Why an expression in braces is refused, and what to do. */
export function noExpression(code: string): string {
  const shown = code.length > MAX_LENGTH ? `${code.slice(0, MAX_LENGTH).toWellFormed()}…` : code;
  return `${shown} is an expression, which Paraph does not evaluate. Compute the value and send it as a variable; to print these braces, send the whole text as a variable`;
}
