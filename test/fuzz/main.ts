/** `npm run fuzz -- [suite] [--seed N] [--minutes M]`: damaged input for every parser of untrusted data. */
import { parseArgs } from "node:util";

import { Console, Effect } from "effect";

import { storeInput, tryAll } from "./fuzz.ts";
import { SUITES, THREADS } from "./suites.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: "string" }, minutes: { type: "string", default: "1" } },
});

/** The number of cases of a suite before the next suite's turn. */
const TURN = 50;

const main = Effect.gen(function* () {
  const first = Number(values.seed ?? Math.floor(Math.random() * 1e9));
  const names = positionals.length > 0 ? positionals : Object.keys(SUITES);
  const end = performance.now() + Number(values.minutes) * 60_000;
  yield* Console.log(`seed ${first}, ${values.minutes} min: ${names.join(" ")}`);
  let [attempts, failures] = [0, 0];
  for (let seed = first; performance.now() < end; seed += TURN) {
    for (const name of names) {
      const suite = SUITES[name];
      if (suite === undefined) {
        yield* Console.error(`There is no suite "${name}"`);
        continue;
      }
      const finds = yield* tryAll(
        suite,
        Array.from({ length: TURN }, (_, index) => seed + index),
      );
      attempts += TURN;
      failures += finds.length;
      for (const find of finds)
        yield* Console.log(`${name} ${find.seed}: ${find.problem}\n  ${storeInput(name, find)}`);
    }
  }
  yield* Console.log(`${attempts} tried, ${failures} found`);
  process.exitCode = failures === 0 ? 0 : 1;
});

await Effect.runPromise(Effect.provide(main, THREADS));
