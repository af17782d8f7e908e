import { type Manifest, sampleData } from "@paraph/core/manifests";

type Nested = { [key: string]: unknown };

/** Sample data of a template, nested by the dots in its keys. */
export function nestedSample(manifest: Manifest): Readonly<Record<string, unknown>> {
  const nested: Nested = {};
  const inner = new Map<string, Nested>([["", nested]]);
  for (const [key, value] of Object.entries(sampleData(manifest))) {
    const names = key.split(".");
    let place = nested;
    for (const [at, name] of names.slice(0, -1).entries()) {
      const path = names.slice(0, at + 1).join(".");
      const known = inner.get(path) ?? {};
      place[name] = known;
      inner.set(path, known);
      place = known;
    }
    place[names.at(-1) ?? key] = value;
  }
  return nested;
}
