import {
  type LoopDefinition,
  type Manifest,
  nearestName,
  type VariableDefinition,
} from "../manifests/mod.ts";
import type { Code } from "./code.ts";
import { nameOfType, typeOfData, type ValueType } from "./value_type.ts";

/** The names that an expression can use. */
export interface ExpressionScope {
  readonly variables: ReadonlyMap<string, VariableDefinition>;
  readonly loops: ReadonlyMap<string, LoopDefinition>;
  /** Rows and items by their names; the row of a nested loop has the name of its path. */
  readonly locals: ReadonlyMap<string, ValueType>;
  /** Whether expressions can have running totals, because they are evaluated for each row in turn. */
  readonly hasRunningTotals?: boolean;
}

/** The keys of a manifest, and the loops whose rows the sections around a field show. */
export interface ManifestNames extends Pick<ExpressionScope, "variables" | "loops"> {
  /** From the outermost section to the innermost, under their paths: `customers`, `customers.orders`. */
  readonly rows?: ReadonlyArray<LoopDefinition>;
}

/**
 * The names of a manifest.
 *
 * @param row The loop whose row an expression can use as `row`, such as that of a table.
 */
export function scopeOf(manifest: Manifest, row?: LoopDefinition): ExpressionScope {
  const variables = new Map(manifest.variables.map((variable) => [variable.key, variable]));
  const loops = new Map(manifest.loops.map((loop) => [loop.key, loop]));
  return withRow({ variables, loops }, row);
}

/**
 * Names of a manifest, the rows of sections under the paths of their loops, and the row of a table as `row`.
 */
export function withRow(
  { variables, loops, rows = [] }: ManifestNames,
  row: LoopDefinition | undefined,
): ExpressionScope {
  const locals = new Map(rows.map((loop) => [loop.key, rowType(loop)]));
  if (row !== undefined) locals.set("row", rowType(row));
  return { variables, loops, locals };
}

/** The names of a column of a table, which can have running totals. */
export function withColumn(names: ManifestNames, row: LoopDefinition): ExpressionScope {
  return { ...withRow(names, row), hasRunningTotals: true };
}

/** The names of the header and the totals of a group of rows: `group`, its rows, and `row`, the first of them. */
export function withGroup(names: ManifestNames, loop: LoopDefinition): ExpressionScope {
  const scope = withRow(names, loop);
  const group: ValueType = { kind: "list", of: rowType(loop) };
  return { ...scope, locals: new Map([...scope.locals, ["group", group]]) };
}

/** What a key in an expression means, or its problem. */
export type Resolved =
  | { readonly code: Code; readonly type: ValueType; readonly local: string | undefined }
  | { readonly problem: string };

/** Looks up a key: a name in scope, a variable, a loop, or a column of a loop. */
export function resolveKey(path: ReadonlyArray<string>, scope: ExpressionScope): Resolved {
  const [first = "", ...rest] = path;
  for (let length = path.length; length > 0; length--) {
    const name = path.slice(0, length).join(".");
    const type = scope.locals.get(name);
    if (type === undefined) continue;
    const resolved = fieldOf({ op: "local", name }, type, path.slice(length));
    return "problem" in resolved ? resolved : { ...resolved, local: name };
  }
  const key = path.join(".");
  const variable = scope.variables.get(key);
  if (variable !== undefined) {
    const type = typeOfData(variable.dataType, variable.format);
    const code: Code = { op: "variable", key, isNumber: type.kind === "number" };
    return { code, type, local: undefined };
  }
  const loop = scope.loops.get(first);
  if (loop !== undefined) {
    const rows: ValueType = { kind: "list", of: rowType(loop) };
    const resolved = fieldOf({ op: "rows", loop: first }, rows, rest);
    return "problem" in resolved ? resolved : { ...resolved, local: undefined };
  }
  return { problem: unknownKey(key, scope) };
}

/** A field of a row, or of each row of a list. */
export function fieldOf(
  of: Code,
  type: ValueType,
  path: ReadonlyArray<string>,
): { readonly code: Code; readonly type: ValueType } | { readonly problem: string } {
  if (path.length === 0) return { code: of, type };
  if (type.kind === "list") {
    const field = fieldOf({ op: "local", name: EACH }, type.of, path);
    if ("problem" in field) return field;
    // The rows of all rows are one list.
    const isList = field.type.kind === "list";
    const how = isList ? "flatMap" : "map";
    return {
      code: { op: "each", how, list: of, local: EACH, body: field.code, once: isFixed(of) },
      type: isList ? field.type : { kind: "list", of: field.type },
    };
  }
  const key = path.join(".");
  if (type.kind !== "row") return { problem: `${nameOfType(type)} has no fields such as "${key}"` };
  const item = type.fields.find((candidate) => candidate.key === key);
  const [first, ...rest] = path;
  const nested = type.loops.find((loop) => loop.key === first);
  if (nested !== undefined) {
    const rows: Code = { op: "rows", loop: nested.key, of };
    return fieldOf(rows, { kind: "list", of: rowType(withPath(nested, type.loop)) }, rest);
  }
  if (item === undefined) {
    const nearest = nearestName(key, [
      ...type.fields.map((field) => field.key),
      ...type.loops.map((loop) => loop.key),
    ]);
    return { problem: withSuggestion(`"${type.loop}" has no item field "${key}"`, nearest) };
  }
  const fieldType = typeOfData(item.dataType, item.format);
  const code: Code = { op: "field", of, key, isNumber: fieldType.kind === "number" };
  return { code, type: fieldType };
}

/** A name that no expression can use. */
const EACH = "#";

function isFixed(code: Code): boolean {
  return code.op === "rows" ? code.of === undefined : code.op === "each" && code.once;
}

function rowType({ key, itemFields, loops = [] }: LoopDefinition): ValueType {
  return { kind: "row", loop: key, fields: itemFields, loops };
}

/** A loop in the rows of another, with its path as its key. */
export function withPath(loop: LoopDefinition, parent: string): LoopDefinition {
  return { ...loop, key: `${parent}.${loop.key}` };
}

function unknownKey(key: string, { variables, loops, locals }: ExpressionScope): string {
  const keys = [...variables.keys(), ...loops.keys(), ...locals.keys()];
  const group = keys.find((candidate) => candidate.startsWith(`${key}.`));
  if (group !== undefined) return `"${key}" is a group of values: choose one, such as ${group}`;
  return withSuggestion(`The manifest has no "${key}"`, nearestName(key, keys));
}

/** A message with the name that was probably meant. */
export function withSuggestion(message: string, nearest: string | undefined): string {
  return nearest === undefined ? message : `${message}. Did you mean "${nearest}"?`;
}
