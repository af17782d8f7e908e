import { boundKey, indexManifest } from "@paraph/core/layouts";
import {
  isLoopKey,
  type LoopDefinition,
  Manifest,
  type VariableDefinition,
} from "@paraph/core/manifests";
import { issuesOfSchema } from "@paraph/core/values";
import { Result, Schema } from "effect";

import { dressed, freeLabel, freeName } from "../design/binding.ts";
import { type Design, mapFields, namesOf } from "../design/design.ts";
import { TEXTS } from "../texts.ts";
import { type Definitions, wholeManifest } from "./definitions.ts";

/** What somebody defines: a variable or a list of rows. */
export type Definition =
  | { readonly kind: "variable"; readonly definition: VariableDefinition }
  | { readonly kind: "loop"; readonly definition: LoopDefinition };

/** What is wrong with it, by the path of each part; nothing when all is well. */
export type DefinitionProblems = ReadonlyMap<string, string>;

const decodeManifest = Schema.decodeUnknownResult(Manifest, { errors: "all" });

/** A key made of what people call something: `Invoice number` becomes `invoiceNumber`. */
export function keyFrom(label: string): string {
  const words = label
    .replaceAll("ß", "ss")
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .split(/[^A-Za-z0-9]+/u)
    .filter((word) => word !== "");
  const key = words
    .map((word, at) => {
      const rest = word === word.toUpperCase() ? word.slice(1).toLowerCase() : word.slice(1);
      return (at === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) + rest;
    })
    .join("");
  return /^\d/u.test(key) ? `_${key}` : key;
}

/**
 * What is wrong with a definition beside all the others.
 *
 * @param before The key that it had; none for what is new.
 */
export function definitionProblems(
  defined: Definition,
  before: string | undefined,
  definitions: Definitions,
): DefinitionProblems {
  const { definition } = defined;
  if (definition.label.trim() === "") return new Map([["label", TEXTS.define.noLabel]]);
  if (definition.key === "") return new Map([["key", TEXTS.define.noKey]]);
  if (defined.kind === "loop" && !isLoopKey(definition.key)) {
    return new Map([["key", TEXTS.define.dotted]]);
  }
  const list = defined.kind === "loop" ? "loops" : "variables";
  const others = without(wholeManifest(definitions), before);
  // Last of its kind, so that whatever contradicts another is told of it.
  const whole = { ...others, [list]: [...others[list], definition] };
  const decoded = decodeManifest(whole);
  if (Result.isSuccess(decoded)) return new Map();
  const at = String(others[list].length);
  const problems = issuesOfSchema(decoded.failure.issue).map(({ path, message }) => {
    const [first, position, ...rest] = path.split(".");
    const isIts = first === list && position === at;
    return [isIts ? rest.join(".") : "key", message] as const;
  });
  return new Map(problems.toReversed());
}

/** The template's own definitions with one more, or with one in place of another. */
export function withDefinition(
  custom: Manifest,
  { kind, definition }: Definition,
  before?: string,
): Manifest {
  const put = <Item extends { readonly key: string }>(items: ReadonlyArray<Item>, item: Item) =>
    items.some(({ key }) => key === before)
      ? items.map((each) => (each.key === before ? item : each))
      : [...items, item];
  return kind === "variable"
    ? { ...custom, variables: put(custom.variables, definition) }
    : { ...custom, loops: put(custom.loops, definition) };
}

/** The template's own definitions without one. */
export function without({ variables, loops }: Manifest, key: string | undefined): Manifest {
  return {
    variables: variables.filter((variable) => variable.key !== key),
    loops: loops.filter((loop) => loop.key !== key),
  };
}

/** The same design after a key is called otherwise: fields and texts follow. */
export function rekeyed(design: Design, before: string, now: string, manifest: Manifest): Design {
  if (before === now) return design;
  const index = indexManifest(manifest);
  const taken = namesOf(design);
  return mapFields(design, (field) => {
    const content = field.content?.replaceAll(mention(before), `{${now}$1}`);
    const text = content === undefined || content === field.content ? field : { ...field, content };
    const conditions = (["when", "unless"] as const).filter((name) => text[name] === before);
    const following =
      conditions.length === 0
        ? text
        : { ...text, ...Object.fromEntries(conditions.map((name) => [name, now])) };
    if (boundKey(field.name) !== before) return following;
    const name = freeName(now, taken);
    taken.add(name);
    return dressed({ ...following, name }, index);
  });
}

/** The same design after a key is gone: what it filled is the same in every document from now on. */
export function unkeyed(design: Design, key: string): Design {
  const taken = namesOf(design);
  return mapFields(design, (field) => {
    const conditions = (["when", "unless"] as const).filter((name) => field[name] === key);
    const free =
      conditions.length === 0
        ? field
        : { ...field, ...Object.fromEntries(conditions.map((name) => [name, null])) };
    if (boundKey(field.name) !== key) return free;
    const name = freeLabel(key.replaceAll(".", " "), taken);
    taken.add(name);
    const { columns: _columns, totals: _totals, ...plain } = free;
    return { ...plain, name, readOnly: true };
  });
}

function mention(key: string): RegExp {
  return new RegExp(String.raw`\{${key.replaceAll(".", String.raw`\.`)}(\|[^{}|]{1,60})?\}`, "g");
}
