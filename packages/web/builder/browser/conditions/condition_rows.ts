import { parseExpression, type Syntax } from "@paraph/core/expressions";
import { parseCondition } from "@paraph/core/layouts";
import type { DataType, Manifest } from "@paraph/core/manifests";
import { Result } from "effect";

import type { TEXTS } from "../texts.ts";

export type Operator = keyof typeof TEXTS.expression.conditions.operators;

/** A comparison of a variable, or of the number of rows of a list. */
export interface ConditionRow {
  readonly key: string;
  readonly operator: Operator;
  /** As the user has typed it; empty for operators without one. */
  readonly value: string;
}

/** Comparisons that must all be true, or of which one must be. */
export interface Conditions {
  readonly join: "and" | "or";
  readonly rows: ReadonlyArray<ConditionRow>;
}

/** What a condition can be about: a type of variables, or a list of rows. */
export type SubjectType = "text" | "number" | "date" | "boolean" | "rows" | "other";

const OPERATORS: Readonly<Record<SubjectType, ReadonlyArray<Operator>>> = {
  text: ["has", "hasNot", "is", "isNot", "contains", "containsNot", "startsWith"],
  number: ["is", "isNot", "greater", "atLeast", "less", "atMost", "has", "hasNot"],
  date: ["is", "after", "before", "has", "hasNot"],
  boolean: ["isTrue", "isFalse"],
  rows: ["hasRows", "hasNoRows", "moreRows", "lessRows"],
  other: ["has", "hasNot"],
};

/** The operators that compare with nothing. */
const WITHOUT_VALUE = new Set<Operator>([
  "has",
  "hasNot",
  "isTrue",
  "isFalse",
  "hasRows",
  "hasNoRows",
]);

export function takesValue(operator: Operator): boolean {
  return !WITHOUT_VALUE.has(operator);
}

/** The operators of a key, the most usual one first. */
export function operatorsOf(key: string, manifest: Manifest): ReadonlyArray<Operator> {
  return OPERATORS[subjectTypeOf(key, manifest)];
}

export function subjectTypeOf(key: string, { variables, loops }: Manifest): SubjectType {
  if (loops.some((loop) => loop.key === key)) return "rows";
  const dataType = variables.find((variable) => variable.key === key)?.dataType;
  return dataType === undefined ? "other" : TYPES[dataType];
}

const TYPES: Readonly<Record<DataType, SubjectType>> = {
  text: "text",
  longtext: "text",
  url: "text",
  email: "text",
  number: "number",
  currency: "number",
  date: "date",
  datetime: "date",
  boolean: "boolean",
  image: "other",
};

/** Writes comparisons as the condition of a field; empty for none. */
export function writeConditions({ join, rows }: Conditions, manifest: Manifest): string {
  const [only] = rows;
  if (only === undefined) return "";
  const isPlain = rows.length === 1 && ["has", "isTrue", "hasRows"].includes(only.operator);
  if (isPlain) return only.key;
  return rows.map((row) => writeRow(row, manifest)).join(join === "and" ? " && " : " || ");
}

function writeRow({ key, operator, value }: ConditionRow, manifest: Manifest): string {
  const type = subjectTypeOf(key, manifest);
  const literal = literalOf(value, type);
  switch (operator) {
    case "has":
      return `has(${key})`;
    case "hasNot":
      return `!has(${key})`;
    case "isTrue":
      return key;
    case "isFalse":
      return `!${key}`;
    case "contains":
    case "startsWith":
      return `${operator}(${key}, ${literal})`;
    case "containsNot":
      return `!contains(${key}, ${literal})`;
    case "hasRows":
      return `count(${key}) > 0`;
    case "hasNoRows":
      return `count(${key}) == 0`;
    case "moreRows":
      return `count(${key}) > ${literal}`;
    case "lessRows":
      return `count(${key}) < ${literal}`;
    default:
      return `${key} ${SIGNS[operator]} ${literal}`;
  }
}

const SIGNS = {
  is: "==",
  isNot: "!=",
  greater: ">",
  after: ">",
  atLeast: ">=",
  less: "<",
  before: "<",
  atMost: "<=",
} as const;

function literalOf(value: string, type: SubjectType): string {
  if (type === "number" || type === "rows") return value.trim() === "" ? "0" : value.trim();
  return type === "date" ? `date(${JSON.stringify(value)})` : JSON.stringify(value);
}

/** Reads a condition as comparisons; `undefined` if it is anything else. */
export function parseConditions(text: string, manifest: Manifest): Conditions | undefined {
  if (text.trim() === "") return { join: "and", rows: [] };
  const condition = parseCondition(text);
  if (condition.kind === "key") {
    const row = plainRow(condition.key, manifest);
    return row && { join: "and", rows: [row] };
  }
  const parsed = parseExpression(condition.source);
  if (Result.isFailure(parsed)) return undefined;
  const syntax = parsed.success;
  const join = syntax.kind === "binary" && syntax.operator === "||" ? "or" : "and";
  const terms = flatten(syntax, join === "or" ? "||" : "&&");
  const rows = terms.map((term) => readRow(term, manifest));
  const known = rows.filter((row) => row !== undefined);
  return known.length === rows.length ? { join, rows: known } : undefined;
}

function plainRow(key: string, manifest: Manifest): ConditionRow | undefined {
  switch (subjectTypeOf(key, manifest)) {
    case "rows":
      return { key, operator: "hasRows", value: "" };
    case "boolean":
      return { key, operator: "isTrue", value: "" };
    case "other":
      return isKnown(key, manifest) ? { key, operator: "has", value: "" } : undefined;
    default:
      return { key, operator: "has", value: "" };
  }
}

function isKnown(key: string, { variables, loops }: Manifest): boolean {
  return [...variables, ...loops].some((each) => each.key === key);
}

function flatten(syntax: Syntax, operator: "&&" | "||"): ReadonlyArray<Syntax> {
  return syntax.kind === "binary" && syntax.operator === operator
    ? [...flatten(syntax.left, operator), ...flatten(syntax.right, operator)]
    : [syntax];
}

function readRow(syntax: Syntax, manifest: Manifest): ConditionRow | undefined {
  const row = readAnyRow(syntax, manifest);
  const isOffered = row !== undefined && operatorsOf(row.key, manifest).includes(row.operator);
  return isOffered && isKnown(row.key, manifest) ? row : undefined;
}

function readAnyRow(syntax: Syntax, manifest: Manifest): ConditionRow | undefined {
  switch (syntax.kind) {
    case "name":
      return { key: syntax.path.join("."), operator: "isTrue", value: "" };
    case "unary": {
      if (syntax.operator !== "!") return undefined;
      const row = readAnyRow(syntax.operand, manifest);
      const operator = row && NEGATIONS[row.operator];
      return row && operator && { ...row, operator };
    }
    case "call":
      return readCall(syntax.name, syntax.args, manifest);
    case "binary":
      return readComparison(syntax, manifest);
    default:
      return undefined;
  }
}

const NEGATIONS: Readonly<Partial<Record<Operator, Operator>>> = {
  has: "hasNot",
  isTrue: "isFalse",
  contains: "containsNot",
};

function readCall(
  name: string,
  [subject, argument]: ReadonlyArray<Syntax>,
  manifest: Manifest,
): ConditionRow | undefined {
  if (subject?.kind !== "name") return undefined;
  const key = subject.path.join(".");
  if (name === "has" && argument === undefined) return { key, operator: "has", value: "" };
  const isText = argument?.kind === "text" && subjectTypeOf(key, manifest) === "text";
  if (!isText || (name !== "contains" && name !== "startsWith")) return undefined;
  return { key, operator: name, value: argument.value };
}

function readComparison(
  { operator: sign, left, right }: Syntax & { readonly kind: "binary" },
  manifest: Manifest,
): ConditionRow | undefined {
  if (left.kind === "call" && left.name === "count" && left.args.length === 1) {
    const [list] = left.args;
    if (list?.kind !== "name" || right.kind !== "number") return undefined;
    const key = list.path.join(".");
    if (sign === ">")
      return right.value === "0"
        ? { key, operator: "hasRows", value: "" }
        : { key, operator: "moreRows", value: right.value };
    if (sign === "==" && right.value === "0") return { key, operator: "hasNoRows", value: "" };
    return sign === "<" ? { key, operator: "lessRows", value: right.value } : undefined;
  }
  if (left.kind !== "name") return undefined;
  const key = left.path.join(".");
  const type = subjectTypeOf(key, manifest);
  const value = valueOf(right, type);
  if (value === undefined) return undefined;
  const operator = operatorsOf(key, manifest).find(
    (each) =>
      Object.hasOwn(SIGNS, each) &&
      Object.entries(SIGNS).some(([name, written]) => name === each && written === sign),
  );
  return operator && { key, operator, value };
}

/** The literal that a variable is compared with. */
function valueOf(syntax: Syntax, type: SubjectType): string | undefined {
  if (type === "number") {
    if (syntax.kind === "unary" && syntax.operator === "-" && syntax.operand.kind === "number")
      return `-${syntax.operand.value}`;
    return syntax.kind === "number" ? syntax.value : undefined;
  }
  if (type === "text") return syntax.kind === "text" ? syntax.value : undefined;
  if (type !== "date" || syntax.kind !== "call" || syntax.name !== "date") return undefined;
  const [date] = syntax.args;
  return date?.kind === "text" && syntax.args.length === 1 ? date.value : undefined;
}
