import { cachedFront, cachedProgram } from "./_front/cached_front.js";

/** Builds the CLI and the servers into their caches. */
export async function prepare() {
  await cachedFront();
  await cachedProgram();
}
