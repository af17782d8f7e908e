/** Every parser accepts or refuses damaged input in time; `npm run fuzz` runs for longer. */
import { assert, layer } from "@effect/vitest";
import { Effect } from "effect";

import { storedInputs, tryAll } from "./fuzz.ts";
import { SUITES, THREADS } from "./suites.ts";

/** Each document job starts a thread; tokens take no time. */
const CASES: Readonly<Record<string, number>> = { document: 30, svg: 60, token: 4000 };

layer(THREADS, { excludeTestServices: true, timeout: "2 minutes" })("damaged input", (it) => {
  for (const [name, suite] of Object.entries(SUITES)) {
    const seeds = Array.from({ length: CASES[name] ?? 100 }, (_, index) => index);
    it.effect(`${seeds.length} of ${name}`, () =>
      Effect.gen(function* () {
        const finds = yield* tryAll(suite, seeds);
        assert.deepStrictEqual(
          finds.map(({ seed, problem }) => `${seed}: ${problem}`),
          [],
        );
      }),
    );
    const regressions = storedInputs(name);
    if (regressions.length === 0) continue;
    it.effect(`earlier failures of ${name}`, () =>
      Effect.forEach(regressions, ({ name: file, input }) =>
        Effect.map(suite.run(input), (problem) => assert.isUndefined(problem, file)),
      ),
    );
  }
});
