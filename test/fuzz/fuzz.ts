import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { Effect } from "effect";

import type { Suite } from "./suites.ts";

/** Inputs that once failed; every run of the tests repeats them. */
const REGRESSIONS_DIR = new URL("./found/", import.meta.url);

/** An input that a parser did not handle correctly. */
export interface Finding {
  readonly seed: number;
  readonly problem: string;
  readonly input: Uint8Array;
}

/** Tries the inputs of some seeds. */
export const tryAll = (suite: Suite, seeds: ReadonlyArray<number>) =>
  Effect.forEach(
    seeds,
    (seed) => {
      const input = suite.input(seed);
      const finds = (problem: string | undefined): ReadonlyArray<Finding> =>
        problem === undefined ? [] : [{ seed, problem, input }];
      return Effect.map(suite.run(input), finds);
    },
    { concurrency: 2 },
  ).pipe(Effect.map((finds) => finds.flat()));

/** Stores an input for later runs; returns its path. */
export function storeInput(suite: string, { seed, input }: Finding): string {
  mkdirSync(REGRESSIONS_DIR, { recursive: true });
  const file = new URL(`${suite}-${seed}.bin`, REGRESSIONS_DIR);
  writeFileSync(file, input);
  return fileURLToPath(file);
}

/** The stored inputs of a suite. */
export function storedInputs(
  suite: string,
): ReadonlyArray<{ readonly name: string; readonly input: Uint8Array }> {
  if (!existsSync(REGRESSIONS_DIR)) return [];
  return readdirSync(REGRESSIONS_DIR)
    .filter((name) => name.startsWith(`${suite}-`))
    .map((name) => ({ name, input: new Uint8Array(readFileSync(new URL(name, REGRESSIONS_DIR))) }));
}
