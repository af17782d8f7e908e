import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import * as fs from "node:fs";
import * as path from "node:path";

import { readWith } from "../support/outside_tool.ts";
import { type Block, type Page, ROOT } from "./page_parts.ts";
import { difference } from "./printed.ts";

/** The languages of blocks, each under one name. */
const LANGUAGES = new Set(
  "sh ts python php go ruby js json text html css yaml ini sql http".split(" "),
);

/** The programs that run a block as a file, by its language. `sh` runs in the session of its page. */
const PROGRAMS = new Map([
  ["ts", "node"],
  ["python", "python3"],
  ["php", "php"],
]);

/** The languages that run: all of them where tests must be complete, otherwise those whose program is there. */
const RUNNING = new Set([
  "sh",
  ...[...PROGRAMS]
    .filter(([, program]) => readWith(program, ["--version"]) !== undefined)
    .map(([language]) => language),
]);

/** The URL of a server in pages, which readers can copy. The test replaces it. */
const DEFAULT_URL = "http://127.0.0.1:3000";

/** The time limit of a page, in milliseconds. */
const TIMEOUT_MILLIS = 200_000;

/** Substitutes for common commands, by name. */
const TOOLS = {
  // Readers see curl's output; in the test, an error response must fail.
  curl: [
    'case " $* " in *" --fail "* | *" -f"* | *" -sSf "* | *" -sf "*) CURL_FAILS= ;; esac',
    'PATH=${PATH#*:}; exec curl --silent --show-error $CURL_FAILS "$@"',
  ].join("\n"),
  jq: `exec node '${path.join(import.meta.dirname, "jq.ts")}' "$@"`,
};

/** A block that does not do what its page states. */
export interface Failure {
  readonly line: number;
  readonly reason: string;
}

/** The file of a block that is a program of its own, in its page's folder. */
const programFile = ({ line, language }: Block, folder: string): string =>
  path.join(folder, ".blocks", `${line}.${language}`);

/** Writes the blocks of a page that are programs; returns the paths of its `ts` modules. */
export function writePrograms(
  page: Page,
  folder: string,
  url = DEFAULT_URL,
): ReadonlyArray<string> {
  fs.mkdirSync(path.join(folder, ".blocks"), { recursive: true });
  const programs = page.blocks.filter(
    ({ language, skipped }) => PROGRAMS.has(language) && !skipped,
  );
  for (const block of programs) {
    fs.writeFileSync(programFile(block, folder), block.content.replaceAll(DEFAULT_URL, url));
  }
  return programs
    .filter(({ language }) => language === "ts")
    .map((block) => programFile(block, folder));
}

/** Prepares a page's folder as if it were the root of the repository. */
function prepare(folder: string): void {
  // Copies files that may change, and links the others.
  fs.cpSync(path.join(ROOT, "examples"), path.join(folder, "examples"), { recursive: true });
  const tools = path.join(folder, ".bin");
  fs.mkdirSync(tools);
  for (const [name, script] of Object.entries(TOOLS)) {
    fs.writeFileSync(path.join(tools, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  for (const name of ["package.json", "node_modules", "packages", "test", "LICENSE"]) {
    fs.symlinkSync(path.join(ROOT, name), path.join(folder, name));
  }
}

/** Checks a block that does not run: its syntax, and the name of its language. */
export function checkForms(page: Page): ReadonlyArray<Failure> {
  return page.blocks.flatMap(({ line, language, content }) => {
    try {
      if (!LANGUAGES.has(language)) throw new Error(`written in ${[...LANGUAGES].join(", ")}`);
      if (language === "json") JSON.parse(content);
      if (language === "js") parseModule(content);
    } catch (error) {
      return [{ line, reason: String(error) }];
    }
    return [];
  });
}

function parseModule(input: string): void {
  const parse = ["--input-type=module", "--check", "-"];
  const { status, stderr } = spawnSync(process.execPath, parse, { input, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
}

/** The blocks of a page that run; none if the page runs nowhere. */
export function runsOf(page: Page): ReadonlyArray<Block> {
  if (page.surroundings === "none") return [];
  return page.blocks.filter(({ language, skipped }) => !skipped && RUNNING.has(language));
}

/**
 * Runs a page's blocks in order in one bash session, in its folder. Blocks of the script have the same lines
 * as in the page, so that bash's messages refer to the page.
 */
export async function runPage(
  page: Page,
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<ReadonlyArray<Failure>> {
  const runs = runsOf(page);
  writePrograms(page, folder, environment["PARAPH_URL"]);
  prepare(folder);
  const script = path.join(folder, ".blocks", path.basename(page.name));
  fs.writeFileSync(
    script,
    scriptOf(runs, folder).replaceAll(DEFAULT_URL, environment["PARAPH_URL"] ?? DEFAULT_URL),
  );
  const search = [path.join(folder, ".bin"), environment["PATH"] ?? ""].join(path.delimiter);
  const child = spawn("bash", ["-euo", "pipefail", script], {
    cwd: folder,
    env: { ...environment, PATH: search },
    stdio: ["ignore", "ignore", "pipe"],
    // Background processes end with it as one group.
    detached: true,
  });
  const errorChunks: Array<Buffer> = [];
  child.stderr.on("data", (chunk: Buffer) => errorChunks.push(chunk));
  const deadline = setTimeout(() => endGroup(child.pid), TIMEOUT_MILLIS);
  const [code] = await once(child, "exit");
  clearTimeout(deadline);
  endGroup(child.pid);
  if (code !== 0) {
    const last = runs.findLast((block) => fs.existsSync(outputFile(block, folder, "out")));
    const errors = Buffer.concat(errorChunks).toString();
    return [
      {
        line: last?.line ?? 1,
        reason: `${code === null ? "took too long" : `ended with ${code}`}\n${errors}${failureOutput(last, folder)}`,
      },
    ];
  }
  return runs.flatMap((block) => {
    if (block.output === undefined) return [];
    const output = fs.readFileSync(outputFile(block, folder, "out"), "utf8");
    const reason = difference(output, block.output);
    return reason === undefined ? [] : [{ line: block.line, reason }];
  });
}

function scriptOf(runs: ReadonlyArray<Block>, folder: string): string {
  const lines: Array<string> = [];
  for (const block of runs) {
    const { line, language, content } = block;
    const to = (kind: "out" | "err") => outputFile(block, folder, kind);
    const fails = block.refused ? "" : "--fail-with-body";
    lines[line - 1] =
      `export CURL_FAILS=${fails}; exec >'${to("out")}' 2>'${to("err")}'${block.stays === undefined ? "" : "; {"}`;
    const program = PROGRAMS.get(language);
    const commands =
      program === undefined
        ? content.trimEnd().split("\n")
        : [`${program} '${programFile(block, folder)}'`];
    for (const [index, command] of commands.entries()) lines[line + index] = command;
    // On the line of the closing fence, for bash's messages.
    if (block.stays !== undefined) {
      const readyCheck = `grep -qs '${block.stays}' '${to("out")}' '${to("err")}'`;
      lines[line + commands.length] =
        `} & until ${readyCheck}; do kill -0 $! 2>/dev/null; sleep 0.05; done`;
    }
  }
  return Array.from(lines, (line) => line ?? "").join("\n");
}

const outputFile = ({ line }: Block, folder: string, kind: "out" | "err") =>
  path.join(folder, ".blocks", `${line}.${kind}`);

/** The output of a block before it failed. */
function failureOutput(block: Block | undefined, folder: string): string {
  if (block === undefined) return "";
  const [err, out] = (["err", "out"] as const).map((kind) =>
    fs.readFileSync(outputFile(block, folder, kind), "utf8").slice(-3000),
  );
  return `${err}\nIts output:\n${out}\nThe block:\n${block.content}`;
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // The block left no output.
  }
}
