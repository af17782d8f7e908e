import { execFileSync, spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

const ROOT = path.join(import.meta.dirname, "../..");
const MIGRATIONS = "packages/database/migrations";

/** The release before the last change of the schema, unpacked, or why there is none. */
export type EarlierRelease =
  | { readonly program: string; readonly folder: string }
  | { readonly missing: string };

const git = (...args: ReadonlyArray<string>) =>
  execFileSync("git", ["-C", ROOT, ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });

/**
 * Unpacks what this repository was before the last change of the schema was added, on the packages that
 * are installed now. Whoever asks for it removes it.
 */
export function earlierRelease(): EarlierRelease {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-earlier-"));
  const without = (missing: string): EarlierRelease => {
    fs.rmSync(folder, { recursive: true, force: true });
    return { missing };
  };
  try {
    unpack(commitBefore(), folder);
  } catch {
    return without("the history of the repository is not here");
  }
  linkPackages(folder);
  const program = path.join(folder, "packages/cli/paraph.js");
  const { status } = spawnSync(process.execPath, [program, "--version"], { stdio: "ignore" });
  return status === 0 ? { program, folder } : without("the earlier release does not run here");
}

/** The commit before the one that added the last migration. */
function commitBefore(): string {
  const names = fs.readdirSync(path.join(ROOT, MIGRATIONS)).filter((name) => /^\d{4}_/.test(name));
  const last = names.toSorted().at(-1);
  const added = git(
    "log",
    "--follow",
    "--diff-filter=A",
    "--format=%H",
    "-1",
    "--",
    `${MIGRATIONS}/${last}`,
  );
  return git("rev-parse", "--verify", `${added.trim()}^`).trim();
}

function unpack(commit: string, folder: string): void {
  const archive = path.join(folder, "release.tar");
  git("archive", "--format=tar", `--output=${archive}`, commit);
  execFileSync("tar", ["-xf", archive, "-C", folder]);
  fs.rmSync(archive);
}

/** Packages as they are installed here, but its own sources under our names. */
function linkPackages(folder: string): void {
  const packages = [
    "",
    ...fs.readdirSync(path.join(folder, "packages")).map((name) => `packages/${name}`),
  ];
  for (const place of packages) {
    const installed = path.join(ROOT, place, "node_modules");
    const links = path.join(folder, place, "node_modules");
    if (!fs.existsSync(installed)) continue;
    fs.mkdirSync(links);
    for (const name of fs.readdirSync(installed)) {
      if (["@paraph", "paraph", ".cache"].includes(name)) continue;
      fs.symlinkSync(path.join(installed, name), path.join(links, name));
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
