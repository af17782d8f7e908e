import { checkLayout } from "@paraph/core/layouts";
import type { Manifest } from "@paraph/core/manifests";

import { isRecord } from "../../../ui/browser/is_record.ts";
import { type Definitions, fullManifest, indexOf, usedKeys } from "../data/definitions.ts";
import type { Design, DesignField } from "./design.ts";
import { EMPTY_DESIGN, manifestOf, parseLayout, toLayout } from "./saved_layout.ts";

/** The media type of copied fields. Texts have the same JSON, for browsers that drop other types. */
export const FIELDS_TYPE = "application/x-paraph-fields";

/** The first member of the JSON. */
const FORMAT = "paraph-fields/1";

/** The largest text that is parsed, in characters, and the largest number of fields. */
const [MAX_LENGTH, MAX_FIELDS] = [20_000_000, 500];

/** Fields from the clipboard, and why others of it are refused. */
export interface PastedFields {
  readonly fields: ReadonlyArray<DesignField>;
  /** The definitions of the template with those that the fields need. */
  readonly custom: Manifest;
  readonly problems: ReadonlyArray<string>;
}

/** Copied fields as JSON, with the variables and lists that they use. */
export function toClipboard(fields: ReadonlyArray<DesignField>, definitions: Definitions): string {
  const design = { ...EMPTY_DESIGN, schemas: [fields] };
  const keys = usedKeys(design);
  const { variables, loops } = fullManifest(definitions);
  return JSON.stringify({
    format: FORMAT,
    fields: toLayoutFields(design, definitions),
    manifest: {
      variables: variables.filter(({ key }) => keys.has(key)),
      loops: loops.filter(({ key }) => keys.has(key)),
    },
  });
}

function toLayoutFields(design: Design, definitions: Definitions): unknown {
  const { schemas } = toLayout(design, definitions);
  return Array.isArray(schemas) ? schemas[0] : [];
}

/**
 * Reads copied fields. A field that the rules of layouts refuse is left out.
 *
 * @returns `undefined` if the text has no fields.
 */
export function fromClipboard(text: string, definitions: Definitions): PastedFields | undefined {
  const copied = parseCopied(text);
  if (copied === undefined) return undefined;
  const custom = withMissing(definitions, manifestOf({ manifest: copied.manifest }));
  const all = { ...definitions, custom };
  const [fields = []] = parseLayout({ ...EMPTY_DESIGN, schemas: [copied.fields] }, all).schemas;
  const layout = toLayout({ ...EMPTY_DESIGN, schemas: [fields] }, all);
  const { manifest = custom } = { manifest: manifestOf(layout) };
  const issues = checkLayout(JSON.parse(JSON.stringify(layout)), manifest);
  const refused = new Map(
    issues.flatMap(({ path, message }) => {
      const index = /^layout\.schemas\.0\.(\d+)/.exec(path)?.[1];
      return index === undefined ? [] : [[Number(index), message] as const];
    }),
  );
  const unreadable = copied.fields.length - fields.length;
  return {
    fields: fields.filter((_, index) => !refused.has(index)),
    custom: refused.size === fields.length ? definitions.custom : custom,
    problems: [...refused.values(), ...Array.from({ length: unreadable }, () => "")],
  };
}

function parseCopied(
  text: string,
): { readonly fields: ReadonlyArray<unknown>; readonly manifest: unknown } | undefined {
  if (text.length > MAX_LENGTH || !text.includes(FORMAT)) return undefined;
  try {
    const json: unknown = JSON.parse(text);
    if (!isRecord(json) || json["format"] !== FORMAT || !Array.isArray(json["fields"]))
      return undefined;
    return { fields: json["fields"].slice(0, MAX_FIELDS), manifest: json["manifest"] };
  } catch {
    return undefined;
  }
}

/** The definitions of the template with those of another that it lacks, if it may have its own. */
function withMissing(definitions: Definitions, manifest: Manifest | undefined): Manifest {
  const { custom, allowCustom } = definitions;
  if (manifest === undefined || !allowCustom) return custom;
  const index = indexOf(definitions);
  return {
    variables: [
      ...custom.variables,
      ...manifest.variables.filter(({ key }) => !index.variables.has(key)),
    ],
    loops: [...custom.loops, ...manifest.loops.filter(({ key }) => !index.loops.has(key))],
  };
}
