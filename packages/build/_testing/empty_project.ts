import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { DIST, NAMES, ROOT } from "../paths.ts";
import { run } from "./run.ts";

/** The Node releases that packages are tested on, and their versions. */
export const NODES = { 22: "22.23.3", 24: "24.21.0" } as const;

/** A project with only the packages installed. */
export interface EmptyProject {
  readonly folder: string;
  /** The packed packages. */
  readonly tarballs: ReadonlyArray<string>;
  /** The path of a Node release. */
  readonly node: (release: keyof typeof NODES) => string;
}

/** Packs the built packages and installs them in a new project below a folder. */
export async function emptyProject(below: string): Promise<EmptyProject> {
  const packs = join(below, "packs");
  const folder = join(below, "project");
  const nodes = join(below, "nodes");
  for (const each of [packs, folder, nodes]) mkdirSync(each, { recursive: true });
  const folders = NAMES.map((name) => join(DIST, name));
  await run("npm", ["pack", ...folders, "--pack-destination", packs], { cwd: below });
  const tarballs = readdirSync(packs).map((file) => join(packs, file));
  for (const each of [folder, nodes]) {
    writeFileSync(join(each, "package.json"), '{ "private": true, "type": "module" }\n');
  }
  const platform = `node-${process.platform}-${process.arch}`;
  const releases = Object.entries(NODES).map(
    ([release, version]) => `node${release}@npm:${platform}@${version}`,
  );
  await Promise.all([
    run("npm", [...INSTALL, ...tarballs], { cwd: folder }),
    run("npm", [...INSTALL, ...releases], { cwd: nodes }),
  ]);
  return {
    folder,
    tarballs,
    node: (release) => join(nodes, `node_modules/node${release}/bin/node`),
  };
}

const INSTALL = ["install", "--no-audit", "--no-fund"];

/** Copies the examples, and installs their third-party imports in the versions of this repository. */
export async function copyExamples(folder: string): Promise<void> {
  const examples = join(folder, "examples");
  cpSync(join(ROOT, "examples"), examples, { recursive: true });
  const imports = readdirSync(examples, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => [
      ...readFileSync(join(examples, file), "utf8").matchAll(
        / from "((?:@[^/"]+\/)?[^./"][^/"]*)/g,
      ),
    ])
    .map(([, name = ""]) => name)
    .filter(
      (name) => !name.startsWith("node:") && name !== "paraph" && !name.startsWith("@paraph/"),
    );
  const packages = [...new Set(imports)].map((name) => `${name}@${versionOf(name)}`);
  await run("npm", [...INSTALL, "--save-exact", ...packages], { cwd: folder });
}

function versionOf(name: string): string {
  const path = join(ROOT, "node_modules", name, "package.json");
  const { version }: { version: string } = JSON.parse(readFileSync(path, "utf8"));
  return version;
}
