import { indexManifest, type ManifestIndex } from "@paraph/core/layouts";
import {
  type DataType,
  type ItemField,
  type Manifest,
  printFormat,
  type PrintFormat,
} from "@paraph/core/manifests";

import type { PrintedKey } from "./compiled_template.ts";

/** The keys that a template can use, and the formats of their values. */
export interface KnownKeys {
  readonly index: ManifestIndex;
  /** A variable, in the given format or in that of the manifest. */
  readonly print: (key: string, format?: string) => PrintedKey;
  /** An item field of a loop, in the given format or in that of the manifest. */
  readonly printItem: (item: ItemField, format?: string) => PrintedKey;
  /** The formats in use, by a name for error messages. */
  readonly formats: ReadonlyMap<string, PrintFormat>;
}

/** Looks up keys of a manifest; unknown keys print as empty text. */
export function knownKeys(manifest: Manifest): KnownKeys {
  const index = indexManifest(manifest);
  // One object for each format, so that it is stored once and has one printer.
  const formats = new Map<string, PrintFormat>();
  const formatOf = (dataType: DataType, format: string | undefined) => {
    const name = `${format ?? ""} (${dataType})`;
    const resolvedFormat = formats.get(name) ?? printFormat(dataType, format);
    formats.set(name, resolvedFormat);
    return resolvedFormat;
  };
  return {
    index,
    formats,
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
