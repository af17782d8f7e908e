import { execFileSync, spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

const ROOT = path.join(import.meta.dirname, "../..");
const MIGRATIONS = "packages/database/migrations";

/** The release before the last migration, unpacked, or why it is missing. */
export type EarlierRelease =
  | { readonly program: string; readonly folder: string }
  | { readonly missing: string };

const git = (...args: ReadonlyArray<string>) =>
  execFileSync("git", ["-C", ROOT, ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });

/**
 * Unpacks this repository as it was before its last migration, with the installed packages. The caller
 * removes the folder.
 */
export function earlierRelease(): EarlierRelease {
  const migrations = fs
    .readdirSync(path.join(ROOT, MIGRATIONS))
    .filter((name) => /^\d{4}_/.test(name))
    .toSorted();
  const last = migrations.at(-1);
  if (last === undefined || migrations.length === 1) {
    return { missing: "no earlier release: the schema has one migration" };
  }
  const commit = commitBefore(last);
  if (commit === undefined) return { missing: "the history of the repository is not here" };
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-earlier-"));
  unpack(commit, folder);
  linkPackages(folder);
  const program = path.join(folder, "packages/cli/paraph.js");
  const { status, stderr } = spawnSync(process.execPath, [program, "--version"]);
  if (status === 0) return { program, folder };
  fs.rmSync(folder, { recursive: true, force: true });
  throw new Error(`The release at ${commit} does not start: ${String(stderr)}`);
}

/**
 * The commit before a migration was added, which is a file or a folder with a `mod.ts`; `undefined` without
 * the history of the repository.
 */
function commitBefore(migration: string): string | undefined {
  const place = `${MIGRATIONS}/${migration}`;
  const file = migration.endsWith(".ts") ? place : `${place}/mod.ts`;
  try {
    const commit = git("log", "--follow", "--diff-filter=A", "--format=%H", "-1", "--", file);
    return git("rev-parse", "--verify", `${commit.trim()}^`).trim();
  } catch {
    return undefined;
  }
}

function unpack(commit: string, folder: string): void {
  const archive = path.join(folder, "release.tar");
  git("archive", "--format=tar", `--output=${archive}`, commit);
  execFileSync("tar", ["-xf", archive, "-C", folder]);
  fs.rmSync(archive);
}

/** Links the installed packages, but its own sources for Paraph's packages. */
function linkPackages(folder: string): void {
  const packages = [
    "",
    ...fs.readdirSync(path.join(folder, "packages")).map((name) => `packages/${name}`),
  ];
  for (const place of packages) {
    const sourceModules = path.join(ROOT, place, "node_modules");
    const links = path.join(folder, place, "node_modules");
    if (!fs.existsSync(sourceModules)) continue;
    fs.mkdirSync(links);
    for (const name of fs.readdirSync(sourceModules)) {
      if (["@paraph", "paraph", ".cache"].includes(name)) continue;
      fs.symlinkSync(path.join(sourceModules, name), path.join(links, name));
    }
  }
  const modules = path.join(folder, "node_modules");
  fs.mkdirSync(path.join(modules, "@paraph"));
  for (const description of fs.globSync("packages/*/package.json", { cwd: folder })) {
    const file = path.join(folder, description);
    const { name }: { readonly name: string } = JSON.parse(fs.readFileSync(file, "utf8"));
    fs.symlinkSync(path.dirname(file), path.join(modules, name));
  }
}
