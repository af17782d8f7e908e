import { bindingOf, indexInSection, type ManifestIndex } from "@paraph/core/layouts";
import { type InputData, rowsInRow } from "@paraph/core/manifests";

import type { SampleScope } from "../expressions/live_result.ts";

/** The keys at a place of the layout, and the sample data there. */
export interface SamplePlace {
  readonly index: ManifestIndex;
  readonly data: InputData;
  readonly locals?: SampleScope["locals"];
}

/** How many rows the sample data has for a section; 1 for a section that does not repeat. */
export function sampleRowCount(name: string, { index, data }: SamplePlace): number {
  const binding = bindingOf(name, index);
  return binding.kind === "loop" ? (data.loops[binding.loop.key]?.length ?? 0) : 1;
}

/** The place inside a section: in that of a loop, one of its rows. */
export function insideSection(name: string, place: SamplePlace, position = 0): SamplePlace {
  const { index, data, locals } = place;
  const inner = indexInSection(name, index);
  const binding = bindingOf(name, index);
  if (binding.kind !== "loop") return place;
  const { loop } = binding;
  const row = data.loops[loop.key]?.[position];
  if (row === undefined) return { ...place, index: inner };
  const values = loop.itemFields.flatMap(({ key }) => {
    const value = row[key];
    return value === null || typeof value === "string" || typeof value === "boolean"
      ? [[`${loop.key}.${key}`, value] as const]
      : [];
  });
  const loops = (loop.loops ?? []).map(
    (nested) => [`${loop.key}.${nested.key}`, rowsInRow(row, nested.key)] as const,
  );
  return {
    index: inner,
    data: {
      values: { ...data.values, ...Object.fromEntries(values) },
      loops: { ...data.loops, ...Object.fromEntries(loops) },
    },
    locals: { ...locals, [loop.key]: row },
  };
}
