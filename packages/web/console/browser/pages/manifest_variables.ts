import type { Manifest, ManifestLoop, Variable } from "../resources.ts";

/** Variables, and the columns of loops under the keys of their loops, such as `items[].price`. */
export function manifestVariables(manifest: Manifest | null): ReadonlyArray<Variable> {
  if (manifest === null) return [];
  return [...manifest.variables, ...columnsOf(manifest.loops, "", "")];
}

function columnsOf(
  loops: ReadonlyArray<ManifestLoop>,
  keys: string,
  labels: string,
): ReadonlyArray<Variable> {
  return loops.flatMap((loop) => {
    const [key, label] = [`${keys}${loop.key}[].`, `${labels}${loop.label}: `];
    const fields = loop.itemFields.map((field) => ({
      ...field,
      key: key + field.key,
      label: label + field.label,
    }));
    return [...fields, ...columnsOf(loop.loops ?? [], key, label)];
  });
}

/** A variable that two versions do not have in common. */
export interface VariableChange {
  readonly key: string;
  readonly kind: "added" | "removed" | "changed";
  /** The properties that differ, such as `label`; empty unless the variable has changed. */
  readonly properties: ReadonlyArray<{
    readonly name: string;
    readonly before: string;
    readonly after: string;
  }>;
}

/** The differences between the variables of two versions: removed and changed ones, then added ones. */
export function variableChanges(
  before: ReadonlyArray<Variable>,
  after: ReadonlyArray<Variable>,
): ReadonlyArray<VariableChange> {
  const [earlier, later] = [byKey(before), byKey(after)];
  const changes = before.flatMap((variable): ReadonlyArray<VariableChange> => {
    const { key } = variable;
    const other = later.get(key);
    if (other === undefined) return [{ key, kind: "removed", properties: [] }];
    const properties = differences(variable, other);
    return properties.length === 0 ? [] : [{ key, kind: "changed", properties }];
  });
  const added = after.filter(({ key }) => !earlier.has(key));
  return [...changes, ...added.map(({ key }) => ({ key, kind: "added" as const, properties: [] }))];
}

function byKey(variables: ReadonlyArray<Variable>): ReadonlyMap<string, Variable> {
  return new Map(variables.map((variable) => [variable.key, variable]));
}

function differences(before: Variable, after: Variable): VariableChange["properties"] {
  const [earlier, later] = [textsOf(before), textsOf(after)];
  return [...new Set([...earlier.keys(), ...later.keys()])].flatMap((name) => {
    const texts = { before: earlier.get(name) ?? "", after: later.get(name) ?? "" };
    return texts.before === texts.after ? [] : [{ name, ...texts }];
  });
}

/** The properties of a variable as texts. `required` is false without a value. */
function textsOf(variable: Variable): ReadonlyMap<string, string> {
  const entries = Object.entries({ required: false, ...variable });
  return new Map(
    entries.map(([name, value]) => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  );
}
