import {
  checkExpression,
  type CheckedExpression,
  type Code,
  dataTypeOf,
  printProblem,
  withColumn,
  withGroup,
  withRow,
} from "@paraph/core/expressions";
import { indexInSection, indexManifest, type ManifestIndex } from "@paraph/core/layouts";
import {
  type DataType,
  type ItemField,
  type LoopDefinition,
  type Manifest,
  printFormat,
  type PrintFormat,
} from "@paraph/core/manifests";
import { Result } from "effect";

import type { PrintedExpression, PrintedKey } from "./compiled_template.ts";

/** The keys that a template can use, and the formats of their values. */
export interface KnownKeys {
  readonly index: ManifestIndex;
  /** A variable, in the given format or in that of the manifest. */
  readonly print: (key: string, format?: string) => PrintedKey;
  /** An item field of a loop, in the given format or in that of the manifest. */
  readonly printItem: (item: ItemField, format?: string) => PrintedKey;
  /** An expression and its format; undefined for one that is invalid. */
  readonly expression: (
    source: string,
    format?: string,
    row?: LoopDefinition,
  ) => PrintedExpression | undefined;
  /** Whether an expression is a number. */
  readonly isNumber: (source: string, row?: LoopDefinition) => boolean;
  /** A condition, of the document or of a row; undefined for an expression that is invalid. */
  readonly condition: (source: string, row?: LoopDefinition) => Code | undefined;
  /** The keys of the texts of a group of rows. */
  readonly inGroup: (row: LoopDefinition) => KnownKeys;
  /** The formats in use, by a name for error messages. */
  readonly formats: ReadonlyMap<string, PrintFormat>;
  /** The keys inside a section, by its name. */
  readonly inSection: (name: string) => KnownKeys;
}

/** What the keys of all sections of a template share. */
interface Shared {
  readonly formats: Map<string, PrintFormat>;
  readonly codes: Map<string, CheckedExpression | undefined>;
}

/** Looks up keys of a manifest; unknown keys print as empty text. */
export function knownKeys(manifest: Manifest): KnownKeys {
  // One object for each format, so that it is stored once and has one printer; one code for each expression, so
  // that a list is computed once.
  return keysOf(indexManifest(manifest), { formats: new Map(), codes: new Map() });
}

function keysOf(index: ManifestIndex, shared: Shared, group?: LoopDefinition): KnownKeys {
  const { formats, codes } = shared;
  const formatOf = (dataType: DataType, format: string | undefined) => {
    const name = `${format ?? ""} (${dataType})`;
    const resolvedFormat = formats.get(name) ?? printFormat(dataType, format);
    formats.set(name, resolvedFormat);
    return resolvedFormat;
  };
  const scope = (row: LoopDefinition | undefined) => {
    if (row !== undefined) return withColumn(index, row);
    return group === undefined ? withRow(index, undefined) : withGroup(index, group);
  };
  const section = (index.rows ?? []).map(({ key }) => `${key} `).join("");
  const codeOf = (source: string, row?: LoopDefinition) => {
    const place = row === undefined ? (group === undefined ? "" : `${group.key}[]`) : row.key;
    const name = `${section}${place} ${source}`;
    if (!codes.has(name))
      codes.set(name, Result.getOrUndefined(checkExpression(source, scope(row))));
    return codes.get(name);
  };
  return {
    index,
    formats,
    inGroup: (row) => keysOf(index, shared, row),
    inSection: (name) => keysOf(indexInSection(name, index), shared),
    expression: (source, format, row) => {
      const checked = codeOf(source, row);
      if (checked === undefined || printProblem(checked.type, undefined) !== undefined)
        return undefined;
      const { code, type, running } = checked;
      const own = "format" in type ? type.format : undefined;
      const printed = { code, format: formatOf(dataTypeOf(type), format ?? own) };
      return running === undefined ? printed : { ...printed, running };
    },
    isNumber: (source, row) => codeOf(source, row)?.type.kind === "number",
    condition: (source, row) => codeOf(source, row)?.code,
    print: (key, format) => {
      const variable = index.variables.get(key);
      const dataType = variable?.dataType ?? "text";
      return { key, format: formatOf(dataType, format ?? variable?.format) };
    },
    printItem: ({ key, dataType, format: own }, format) => ({
      key,
      format: formatOf(dataType, format ?? own),
    }),
  };
}
