import * as Result from "effect/Result";

import {
  checkExpression,
  type ExpressionProblem,
  type ExpressionScope,
  printProblem,
  withRow,
} from "../../../expressions/mod.ts";
import { layoutFormatProblem, nearestName } from "../../../manifests/mod.ts";
import type { Issue } from "../../../values/mod.ts";
import type { ManifestIndex } from "../../model/layout_binding.ts";
import { expressionsIn } from "../../model/text/expression.ts";
import { parseText } from "../../model/text/placeholder.ts";

/** The problems of placeholders and expressions in a static text. */
export function textProblems(
  path: string,
  text: string | null | undefined,
  index: ManifestIndex,
  scope: ExpressionScope = withRow(index, undefined),
): ReadonlyArray<Issue> {
  return parseText(text ?? "").flatMap((part) => {
    if (part.kind === "page")
      return part.which === "pageOf" ? textProblems(path, part.anchor, index, scope) : [];
    if (part.kind === "text") return plainTextProblems(path, part.text);
    if (part.kind === "expression") return expressionProblems(path, part, scope);
    const variable = index.variables.get(part.key);
    if (variable === undefined) {
      const message = index.loops.has(part.key)
        ? `"${part.key}" is a list of rows, which text cannot show`
        : unknownKey(part.key, index);
      return [{ path, message }];
    }
    if (variable.dataType === "image")
      return [{ path, message: `"${part.key}" is an image, which text cannot show` }];
    const problem =
      part.format === undefined ? undefined : layoutFormatProblem(part.format, variable.dataType);
    return problem === undefined ? [] : [{ path, message: problem }];
  });
}

/** Braces that look like an expression. */
function plainTextProblems(path: string, text: string): ReadonlyArray<Issue> {
  const open = UNFINISHED.exec(text);
  if (open !== null) {
    const [code] = open;
    const message =
      code.length > MAX_EXPRESSION && code.endsWith("}")
        ? `${shorten(code)} is longer than 1,000 characters: divide it`
        : `${shorten(code)} is not an expression: it has no end, or has braces, a quote or a single | outside of quotes`;
    return [{ path, message }];
  }
  return expressionsIn(text).map((code) => ({ path, message: noExpression(code) }));
}

/** The beginning of an expression that has no end. */
const UNFINISHED = /\{=[^}]*\}?/;

/** The problems of an expression that prints. */
export function expressionProblems(
  path: string,
  { source, format }: { readonly source: string; readonly format: string | undefined },
  scope: ExpressionScope,
): ReadonlyArray<Issue> {
  const checked = checkExpression(source, scope);
  if (Result.isFailure(checked)) return placedProblems(path, source, checked.failure);
  const problem = printProblem(checked.success.type, format);
  return problem === undefined
    ? []
    : placedProblems(path, source, [{ message: problem, column: 1 }]);
}

/** The problems of an expression, each with its column. */
export function placedProblems(
  path: string,
  source: string,
  problems: ReadonlyArray<ExpressionProblem>,
): ReadonlyArray<Issue> {
  const code = `{= ${shorten(source)} }`;
  return problems.map(({ message, column }) => ({
    path,
    message: `${message} (column ${column} of ${code})`,
  }));
}

/** Says that the manifest lacks a key, and which one was probably meant. */
export function unknownKey(key: string, { variables, loops, rows = [] }: ManifestIndex): string {
  if (rows.some((row) => row.key === key))
    return `"${key}" is one row here: choose a value of it, such as ${key}.${rows.find((row) => row.key === key)?.itemFields[0]?.key}`;
  const loop = [...loops.values()].find((candidate) => key.startsWith(`${candidate.key}.`));
  if (loop !== undefined)
    return `"${key}" belongs to the rows of "${loop.key}": use it in a section named "${loop.key}"`;
  const nearest = nearestName(key, [...variables.keys(), ...loops.keys()]);
  const message = `The manifest has no "${key}"`;
  return nearest === undefined ? message : `${message}. Did you mean "${nearest}"?`;
}

/** The maximum length of an expression with its braces. */
const MAX_EXPRESSION = 1_003;
/** The maximum length of an expression in a message. */
const MAX_LENGTH = 120;

/** Why an expression in braces is refused, and what to do. */
export function noExpression(code: string): string {
  return `${shorten(code)} is an expression, which Paraph evaluates only as {= … }. To print these braces, send the whole text as a variable`;
}

function shorten(code: string): string {
  return code.length > MAX_LENGTH ? `${code.slice(0, MAX_LENGTH).toWellFormed()}…` : code;
}
