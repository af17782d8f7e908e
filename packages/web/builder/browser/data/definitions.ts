import { boundKey, indexManifest, type ManifestIndex, parseText } from "@paraph/core/layouts";
import type { LoopDefinition, Manifest, VariableDefinition } from "@paraph/core/manifests";

import type { EmbedCatalog } from "../../../ui/browser/session/context.ts";
import type { Design, DesignField } from "../design/design.ts";

/** Variables that belong together. */
interface VariableGroup {
  readonly label: string;
  readonly variables: ReadonlyArray<VariableDefinition>;
}

/** What may fill fields: what a partner offers and what the template adds. */
export interface Definitions {
  readonly groups: ReadonlyArray<VariableGroup>;
  readonly offeredLoops: ReadonlyArray<LoopDefinition>;
  /** The template's own. */
  readonly custom: Manifest;
  readonly allowCustom: boolean;
}

const EMPTY: Manifest = { variables: [], loops: [] };

/** What a partner's catalog offers; without one everything is the template's own. */
export function definitionsFrom(
  catalog: EmbedCatalog | null,
  manifest: Manifest = EMPTY,
): Definitions {
  const groups = (catalog?.namespaces ?? []).map(({ key, label, variables }) => ({
    label,
    variables: variables.map((variable) => ({
      ...variable,
      key: `${key}.${variable.key}`,
      required: variable.required ?? false,
    })),
  }));
  const offeredLoops = (catalog?.loops ?? []).map((loop) => ({
    ...loop,
    itemFields: loop.itemFields.map((item) => ({ ...item, required: item.required ?? false })),
  }));
  const offered = new Set([
    ...groups.flatMap(({ variables }) => variables.map(({ key }) => key)),
    ...offeredLoops.map(({ key }) => key),
  ]);
  const isOwn = ({ key }: { readonly key: string }) => !offered.has(key);
  return {
    groups,
    offeredLoops,
    custom: { variables: manifest.variables.filter(isOwn), loops: manifest.loops.filter(isOwn) },
    allowCustom: catalog === null || catalog.allowCustom,
  };
}

/** Everything that a field may be filled by. */
export function wholeManifest({ groups, offeredLoops, custom }: Definitions): Manifest {
  return {
    variables: [...groups.flatMap(({ variables }) => variables), ...custom.variables],
    loops: [...offeredLoops, ...custom.loops],
  };
}

/** The same, to look keys up in. */
export function indexOf(definitions: Definitions): ManifestIndex {
  return indexManifest(wholeManifest(definitions));
}

/** What the template asks for: all of its own, and of what is offered what it uses. */
export function usedManifest(definitions: Definitions, design: Design): Manifest {
  const used = usedKeys(design);
  const own = new Set([
    ...definitions.custom.variables.map(({ key }) => key),
    ...definitions.custom.loops.map(({ key }) => key),
  ]);
  const isAsked = ({ key }: { readonly key: string }) => own.has(key) || used.has(key);
  const { variables, loops } = wholeManifest(definitions);
  return { variables: variables.filter(isAsked), loops: loops.filter(isAsked) };
}

/** The keys that fields are filled by, mention or depend on. */
export function usedKeys({ basePdf, schemas }: Design): ReadonlySet<string> {
  const repeated = typeof basePdf === "string" ? [] : (basePdf.staticSchema ?? []);
  return new Set([...repeated, ...schemas.flat()].flatMap(keysIn));
}

function keysIn(field: DesignField): ReadonlyArray<string> {
  const { name, content, text, head, when, unless, totals } = field;
  const label =
    typeof totals === "object" && totals !== null && "label" in totals ? totals.label : undefined;
  const texts = [content, text, label, ...(Array.isArray(head) ? head : [])];
  const mentioned = texts.flatMap((each) =>
    typeof each === "string" && !each.startsWith("data:") ? parseText(each) : [],
  );
  return [
    boundKey(name),
    ...[when, unless].filter((key) => typeof key === "string"),
    ...mentioned.flatMap((part) => (part.kind === "value" ? [part.key] : [])),
  ];
}
