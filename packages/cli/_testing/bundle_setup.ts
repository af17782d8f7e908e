import { join } from "node:path";

import { rebuildProgram } from "../_front/build_program.ts";

const CACHE = join(import.meta.dirname, "../node_modules/.cache/paraph-program");

/** A `globalSetup` of vitest: builds the program for processes that suites start, if a source has changed. */
export async function setup(): Promise<void> {
  process.env["PARAPH_TEST_PROGRAM"] = join(await rebuildProgram(CACHE), "main.js");
}
