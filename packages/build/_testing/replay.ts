import { cpSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { basename, join, matchesGlob, relative } from "node:path";

import { ROOT } from "../paths.ts";
import type { Stage } from "./dockerfile.ts";
import { run } from "./run.ts";

/** An unprivileged user id that every machine has, in place of the image's user. */
export const UNPRIVILEGED_USER = 65_534;

/**
 * Runs the stages of a Dockerfile in folders instead of file systems. Absolute paths in commands become paths in
 * those folders. The base image is this machine, and users only decide who owns files.
 *
 * @returns The folder of the last stage.
 */
export async function replay(stages: ReadonlyArray<Stage>, below: string): Promise<string> {
  const roots = new Map<string, string>();
  let root = below;
  for (const stage of stages) {
    root = join(below, stage.name || "final");
    roots.set(stage.name, root);
    for (const folder of ["usr/local/bin", "etc"])
      mkdirSync(join(root, folder), { recursive: true });
    await replayStage(stage, root, roots);
  }
  return root;
}

async function replayStage(stage: Stage, root: string, roots: ReadonlyMap<string, string>) {
  let workdir = root;
  for (const { keyword, text } of stage.instructions) {
    if (keyword === "WORKDIR") {
      workdir = join(root, text);
      mkdirSync(workdir, { recursive: true });
    } else if (keyword === "COPY") copy(text, workdir, roots);
    else if (keyword === "RUN") {
      const env = { ...process.env, npm_config_prefer_offline: "true" };
      await run("bash", ["-euo", "pipefail", "-c", inFolder(text, root)], { cwd: workdir, env });
    }
  }
}

/** Replaces paths of the image by paths in a folder. */
export function inFolder(text: string, root: string): string {
  return text
    .replaceAll(/(?<![\w.])\/(?=(?:paraph|data|usr\/local)\b)/g, `${root}/`)
    .replaceAll("node:node", `${UNPRIVILEGED_USER}:${UNPRIVILEGED_USER}`);
}

function copy(text: string, workdir: string, roots: ReadonlyMap<string, string>): void {
  const [, stage, rest = ""] = /^(?:--from=(\S+)\s+)?(.*)$/.exec(text) ?? [];
  const words = rest.split(/\s+/);
  const target = join(workdir, words.at(-1) ?? "");
  const from = stage === undefined ? ROOT : (roots.get(stage) ?? "");
  const isIgnored = stage === undefined ? ignoredBy(join(ROOT, ".dockerignore")) : () => false;
  for (const word of words.slice(0, -1)) {
    const source = join(from, word);
    const isFolder = statSync(source).isDirectory();
    const intoFolder = !isFolder && (words.at(-1) ?? "").endsWith("/");
    cpSync(source, intoFolder ? join(target, basename(source)) : target, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !isIgnored(relative(ROOT, path)),
    });
  }
}

function ignoredBy(file: string): (path: string) => boolean {
  const patterns = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return (path) => patterns.some((pattern) => matchesGlob(path, pattern));
}
