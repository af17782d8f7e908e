#!/usr/bin/env node
// Plain JavaScript, so that a Node too old to read the rest can still say so.
import { existsSync } from "node:fs";
import * as module from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A published package has brought everything along as JavaScript; elsewhere there are the sources. */
const isPublished = existsSync(new URL("./main.js", import.meta.url));
const LEAST = isPublished ? 22 : 24;
if (Number(process.versions.node.split(".")[0]) < LEAST) {
  process.stderr.write(
    `paraph: needs Node ${LEAST} or later, this is ${process.version}. ${
      isPublished
        ? "Every supported release will do: https://nodejs.org"
        : "`npm ci` installs one: use `npm start`, `npm run demo` or `npx paraph`."
    }\n`,
  );
  process.exit(1);
}

// What was translated once is not translated again.
try {
  module.enableCompileCache(process.env["NODE_COMPILE_CACHE"] || cacheFolder());
} catch {
  // It only saves time.
}

/** Runs from the files themselves. */
const runFiles = () => import(isPublished ? "./main.js" : "./main.ts");

/** Most of what these start is not in the front: they need not ask it. */
const SERVERS = ["serve", "worker", "demo"];
const [command = "", ...rest] = process.argv.slice(2);
const isServer = SERVERS.includes(command) && !rest.includes("--help") && !rest.includes("-h");

const front = isServer ? undefined : await loadFront();
// A front that was not written to its end, for lack of space or power, has nothing to hand over.
if (front?.handedOver === undefined) await runFiles();
// Not awaited: it may run as long as the process does.
else front.handedOver.then(runFiles);

/** The front of the command, which starts several times faster and has begun; nothing where there is none. */
async function loadFront() {
  try {
    return await import(await frontAddress());
  } catch {
    return undefined;
  }
}

async function frontAddress() {
  if (isPublished) return new URL("./built/front/main.js", import.meta.url).href;
  const { keptFront } = await import("./_front/kept_front.js");
  return await keptFront();
}

/** A folder of this user's own: what lies in it is run. */
function cacheFolder() {
  return isPublished
    ? join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "paraph")
    : fileURLToPath(new URL("../../node_modules/.cache/node", import.meta.url));
}
