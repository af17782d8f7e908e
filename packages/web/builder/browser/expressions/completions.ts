import type { LoopDefinition, Manifest, VariableDefinition } from "@paraph/core/manifests";

import { formatsOf } from "../data/own_manifest.ts";
import { TEXTS } from "../texts.ts";

/** A text that completes what the user has typed. */
export interface Completion {
  readonly label: string;
  readonly detail: string;
  readonly kind: "value" | "list" | "function" | "format";
  /** What replaces the typed word. */
  readonly insert: string;
  /** How many characters before its end the cursor is then. */
  readonly back?: number;
}

/** Completions of a range of a text. */
export interface Completions {
  readonly start: number;
  readonly end: number;
  readonly items: ReadonlyArray<Completion>;
}

/** The names that a text or expression can have. */
export interface CompletionScope {
  /** A text has expressions in braces; an expression is one without them. */
  readonly kind: "text" | "expression";
  readonly manifest: Manifest;
  /** The rows that expressions are evaluated for, as `row`. */
  readonly row?: LoopDefinition;
}

const MAX_ITEMS = 50;
const WORD = /[A-Za-z_][A-Za-z0-9_.]*$/;

/** The completions at a cursor; `undefined` where nothing can be completed. */
export function completionsAt(
  text: string,
  cursor: number,
  scope: CompletionScope,
): Completions | undefined {
  const before = text.slice(0, cursor);
  if (scope.kind === "expression") return inExpression(before, text, scope, "");
  const open = before.lastIndexOf("{");
  if (open === -1 || before.includes("}", open)) return undefined;
  const inside = before.slice(open + 1);
  const isClosed = /^[^{]*?\}/.test(text.slice(cursor));
  const close = isClosed ? "" : "}";
  if (inside.startsWith("="))
    return inExpression(before, text, scope, isClosed ? "" : " }", open + 2);
  const [key = "", format] = inside.split("|");
  if (format !== undefined) {
    const variable = scope.manifest.variables.find((each) => each.key === key);
    return formatsFor(variable, format, cursor, close);
  }
  if (!/^[A-Za-z0-9_.]*$/.test(inside)) return undefined;
  const items = [
    ...scope.manifest.variables
      .filter(({ dataType }) => dataType !== "image")
      .map((variable) => ({ ...valueOf(variable), insert: variable.key + close, back: 0 })),
    pageOf("currentPage", TEXTS.expression.page, close),
    pageOf("totalPages", TEXTS.expression.pages, close),
  ];
  const calculation: Completion = {
    label: TEXTS.expression.calculate,
    detail: TEXTS.expression.calculateDetail,
    kind: "function",
    insert: isClosed ? "= " : "=  }",
    back: isClosed ? 0 : 2,
  };
  const matching = matches(items, inside);
  return found(open + 1, cursor, inside === "" ? [...matching, calculation] : matching);
}

function inExpression(
  before: string,
  text: string,
  scope: CompletionScope,
  close: string,
  from = 0,
): Completions | undefined {
  const source = before.slice(from);
  if (isInQuotes(source)) return undefined;
  const word = WORD.exec(source)?.[0] ?? "";
  // A number such as 12 is no name.
  if (word === "" && /[\d.)]$/.test(source)) return undefined;
  const isCalled = text.slice(before.length).startsWith("(");
  const { variables, loops } = scope.manifest;
  const items: ReadonlyArray<Completion> = [
    ...(scope.row?.itemFields ?? []).map((field) => valueOf({ ...field, key: `row.${field.key}` })),
    ...variables.map(valueOf),
    ...loops.flatMap((loop) => [
      listOf(loop.key, TEXTS.expression.listOf(loop.label)),
      ...loop.itemFields.map((field) =>
        listOf(`${loop.key}.${field.key}`, TEXTS.expression.columnOf(field.label, loop.label)),
      ),
    ]),
    ...Object.entries(TEXTS.expression.functions).map(([name, [signature, meaning]]) => ({
      label: signature,
      detail: meaning,
      kind: "function" as const,
      insert: isCalled ? name : `${name}()`,
      back: isCalled ? 0 : 1,
    })),
  ];
  const result = found(before.length - word.length, before.length, matches(items, word));
  const isEmpty = source.trim() === "" && close !== "";
  return isEmpty && result !== undefined
    ? {
        ...result,
        items: result.items.map((each) => ({
          ...each,
          insert: each.insert + close,
          back: (each.back ?? 0) + close.length,
        })),
      }
    : result;
}

function isInQuotes(source: string): boolean {
  const unquoted = source.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, "");
  return /["']/.test(unquoted);
}

function valueOf({ key, label }: Pick<VariableDefinition, "key" | "label">): Completion {
  return { label: key, detail: label, kind: "value", insert: key };
}

function listOf(key: string, detail: string): Completion {
  return { label: key, detail, kind: "list", insert: key };
}

function pageOf(key: string, detail: string, close: string): Completion {
  return { label: key, detail, kind: "value", insert: key + close };
}

function formatsFor(
  variable: VariableDefinition | undefined,
  typed: string,
  cursor: number,
  close: string,
): Completions | undefined {
  const formats = variable && formatsOf(variable.dataType);
  const items = (formats ?? []).map(([format, example]) => ({
    label: format,
    detail: example,
    kind: "format" as const,
    insert: format + close,
  }));
  return found(cursor - typed.length, cursor, matches(items, typed));
}

/** The items whose name starts with a word, and then those that have it anywhere. */
function matches(items: ReadonlyArray<Completion>, typed: string): ReadonlyArray<Completion> {
  const word = typed.toLowerCase();
  const starting = items.filter(({ label }) => label.toLowerCase().startsWith(word));
  const containing =
    word.length < 2
      ? []
      : items.filter(
          (item) => !starting.includes(item) && searchTextOf(item).toLowerCase().includes(word),
        );
  return [...starting, ...containing].slice(0, MAX_ITEMS);
}

/** People search data by its labels too, and functions by their names. */
function searchTextOf({ label, detail, kind }: Completion): string {
  return kind === "function" ? label : `${label} ${detail}`;
}

function found(
  start: number,
  end: number,
  items: ReadonlyArray<Completion>,
): Completions | undefined {
  return items.length === 0 ? undefined : { start, end, items };
}
