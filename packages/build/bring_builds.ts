import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { type Build, writeFiles } from "./mod.ts";
import { PACKAGES } from "./places.ts";

/** What a package has built for itself: folders below `built` in what is published. */
interface Builds {
  readonly builds: Readonly<Record<string, () => Promise<Build>>>;
}

/** A package of others that something was built of, and the terms that it may be passed on under. */
export interface Ingredient {
  readonly name: string;
  readonly license: string;
}

/** Builds what a package brings along, as its `build.ts` says; what of others is in it. */
export async function bringBuilds(
  folder: string,
  name: string,
): Promise<ReadonlyArray<Ingredient>> {
  const description = join(PACKAGES, name, "build.ts");
  if (!existsSync(description)) return [];
  const { builds }: Builds = await import(pathToFileURL(description).href);
  const roots = new Set<string>();
  for (const [part, build] of Object.entries(builds)) {
    const { files, sources } = await build();
    const place = join(folder, "built", part);
    mkdirSync(place, { recursive: true });
    await writeFiles(place, files);
    for (const source of sources) {
      const root = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(source)?.[0];
      if (root !== undefined && existsSync(join(root, "package.json"))) roots.add(root);
    }
  }
  return [...roots].toSorted().map(ingredient);
}

function ingredient(root: string): Ingredient {
  const about: { name: string; version: string; license?: string } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  );
  const file = readdirSync(root).find((each) => /^(?:licen[sc]e|copying|ofl)/i.test(each));
  const license = file === undefined ? about.license : readFileSync(join(root, file), "utf8");
  return { name: `${about.name} ${about.version}`, license: license?.trim() ?? "" };
}
