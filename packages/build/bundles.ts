import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { type Build, writeFiles } from "./mod.ts";
import { PACKAGES } from "./paths.ts";

/** The exports of a package's `build.ts`: its bundles, each a folder below `built` in the published package. */
interface Builds {
  readonly builds: Readonly<Record<string, () => Promise<Build>>>;
}

/** A third-party package in a bundle, and its license text. */
export interface BundledPackage {
  readonly name: string;
  readonly license: string;
}

/** Builds the bundles of a package. Returns the third-party packages in them. */
export async function writeBundles(
  folder: string,
  name: string,
): Promise<ReadonlyArray<BundledPackage>> {
  const script = join(PACKAGES, name, "build.ts");
  if (!existsSync(script)) return [];
  const { builds }: Builds = await import(pathToFileURL(script).href);
  const roots = new Set<string>();
  for (const [part, build] of Object.entries(builds)) {
    const { files, sources } = await build();
    const output = join(folder, "built", part);
    mkdirSync(output, { recursive: true });
    await writeFiles(output, files);
    for (const source of sources) {
      const root = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(source)?.[0];
      if (root !== undefined && existsSync(join(root, "package.json"))) roots.add(root);
    }
  }
  return [...roots].toSorted().map(describeBundled);
}

function describeBundled(root: string): BundledPackage {
  const about: { name: string; version: string; license?: string } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  );
  // Packages of fonts have one license for their code and one for the font.
  const files = readdirSync(root).filter((each) => /^(?:licen[sc]e|copying|ofl)/i.test(each));
  const texts = files.map((file) => readFileSync(join(root, file), "utf8").trim());
  const license = texts.length === 0 ? (about.license ?? "") : texts.join("\n\n");
  return { name: `${about.name} ${about.version}`, license };
}
