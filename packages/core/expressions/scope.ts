import {
  type ItemField,
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
  readonly locals: ReadonlyMap<string, ValueType>;
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

/** Names of a manifest, and the row of a table as `row`. */
export function withRow(
  { variables, loops }: Pick<ExpressionScope, "variables" | "loops">,
  row: LoopDefinition | undefined,
): ExpressionScope {
  return { variables, loops, locals: new Map(row === undefined ? [] : [["row", rowType(row)]]) };
}

/** What a key in an expression means, or its problem. */
export type Resolved =
  | { readonly code: Code; readonly type: ValueType; readonly local: string | undefined }
  | { readonly problem: string };

/** Looks up a key: a name in scope, a variable, a loop, or a column of a loop. */
export function resolveKey(path: ReadonlyArray<string>, scope: ExpressionScope): Resolved {
  const [first = "", ...rest] = path;
  const localType = scope.locals.get(first);
  if (localType !== undefined) {
    const local: Code = { op: "local", name: first };
    const resolved = fieldOf(local, localType, rest);
    return "problem" in resolved ? resolved : { ...resolved, local: first };
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
    return {
      code: { op: "each", how: "map", list: of, local: EACH, body: field.code, once: isFixed(of) },
      type: { kind: "list", of: field.type },
    };
  }
  const key = path.join(".");
  if (type.kind !== "row") return { problem: `${nameOfType(type)} has no fields such as "${key}"` };
  const item = type.fields.find((candidate) => candidate.key === key);
  if (item === undefined) {
    const nearest = nearestName(
      key,
      type.fields.map((field) => field.key),
    );
    return { problem: withSuggestion(`"${type.loop}" has no item field "${key}"`, nearest) };
  }
  const fieldType = typeOfData(item.dataType, item.format);
  const code: Code = { op: "field", of, key, isNumber: fieldType.kind === "number" };
  return { code, type: fieldType };
}

/** A name that no expression can use. */
const EACH = "#";

function isFixed(code: Code): boolean {
  return code.op === "rows";
}

function rowType({
  key,
  itemFields,
}: {
  readonly key: string;
  readonly itemFields: ReadonlyArray<ItemField>;
}): ValueType {
  return { kind: "row", loop: key, fields: itemFields };
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
