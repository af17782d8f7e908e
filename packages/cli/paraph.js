#!/usr/bin/env node
// Plain JavaScript, so that an old Node can print which version is needed.
import { existsSync } from "node:fs";
import * as module from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A published package contains JavaScript, the repository TypeScript. */
const isPublished = existsSync(new URL("./main.js", import.meta.url));
const MIN_NODE = isPublished ? 22 : 24;
if (Number(process.versions.node.split(".")[0]) < MIN_NODE) {
  process.stderr.write(
    `paraph: needs Node ${MIN_NODE} or later, this is ${process.version}. ${
      isPublished
        ? "Every supported release will do: https://nodejs.org"
        : "`npm ci` installs one: use `npm start`, `npm run demo` or `npx paraph`."
    }\n`,
  );
  process.exit(1);
}

/** The front lacks the programs of these, so that they run from the whole program. */
const SERVERS = ["serve", "worker", "demo"];
const [command = "", ...rest] = process.argv.slice(2);
const isServer = SERVERS.includes(command) && !rest.includes("--help") && !rest.includes("-h");

/**
 * Variables of the GNU C library. It maps blocks of 96 KiB or more separately, and so returns the memory of
 * documents to the system.
 */
const ALLOCATOR_LIMITS = { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "98304" };

if (isServer) restartWithLessMemory();

// Caches compiled code.
try {
  module.enableCompileCache(process.env["NODE_COMPILE_CACHE"] || cacheFolder());
} catch {
  // The cache only saves time.
}

/** Runs the command from the files. */
const runFiles = () => import(isPublished ? "./main.js" : "./main.ts");

// Loading the server takes seconds.
if (isServer && command === "demo") process.stderr.write("Starting Paraph…\n");

const bundle = await loadBundle();
// A bundle that was written incompletely exports nothing.
if (bundle?.handedOver === undefined) await runFiles();
// Not awaited: a command may run for as long as the process.
else bundle.handedOver.then(runFiles);

/**
 * Replaces this process, under the same PID, by one that takes about two thirds of the memory: V8 and the
 * allocator read these limits only at the start. Limits that the environment sets apply instead. Without effect
 * on Windows, in an old Node, and in a process that would lose the channel to its parent.
 *
 * Pretenuring is off because V8 decides by the start of a server, whose objects live long, where it allocates the
 * objects of requests: in the old generation, which a slower collection cleans.
 */
function restartWithLessMemory() {
  const { env, execArgv, execPath, argv } = process;
  const options = [...execArgv, env["NODE_OPTIONS"]].join(" ");
  if (options.includes("--max-semi-space-size") || process.channel) return;
  const limits = [
    "--max-semi-space-size=8",
    "--heap-growing-percent=60",
    "--no-allocation-site-pretenuring",
  ];
  const command = [execPath, ...execArgv, ...limits, ...argv.slice(1)];
  try {
    process.execve?.(execPath, command, { ...ALLOCATOR_LIMITS, ...env });
  } catch {
    // The restart only saves memory.
  }
}

/** Loads the front or the whole program, which starts the command at once; `undefined` if there is none. */
async function loadBundle() {
  try {
    const url = isServer ? await programUrl() : await frontUrl();
    return url === undefined ? undefined : await import(url);
  } catch {
    return undefined;
  }
}

/** The URL of the program that a checkout built at its installation, `undefined` if a source has changed. */
async function programUrl() {
  if (isPublished) return undefined;
  const { currentProgram } = await import("./_front/cached_front.js");
  return currentProgram();
}

async function frontUrl() {
  if (isPublished) return new URL("./built/front/main.js", import.meta.url).href;
  const { cachedFront } = await import("./_front/cached_front.js");
  return await cachedFront();
}

/** A folder that only this user writes to, because its content is executed. */
function cacheFolder() {
  return isPublished
    ? join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "paraph")
    : fileURLToPath(new URL("../../node_modules/.cache/node", import.meta.url));
}
