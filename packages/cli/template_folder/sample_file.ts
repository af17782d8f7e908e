import { type Manifest, sampleData } from "@paraph/core/manifests";

type SampleObject = { [key: string]: unknown };

/** Sample data of a template, nested by the dots in its keys. */
export function nestedSample(manifest: Manifest): Readonly<Record<string, unknown>> {
  const sample: SampleObject = {};
  const inner = new Map<string, SampleObject>([["", sample]]);
  for (const [key, value] of Object.entries(sampleData(manifest))) {
    const names = key.split(".");
    let parent = sample;
    for (const [index, name] of names.slice(0, -1).entries()) {
      const path = names.slice(0, index + 1).join(".");
      const child = inner.get(path) ?? {};
      parent[name] = child;
      inner.set(path, child);
      parent = child;
    }
    parent[names.at(-1) ?? key] = value;
  }
  return sample;
}
