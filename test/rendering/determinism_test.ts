/** The same version and data give the same bytes in any order, place and time. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { promisify } from "node:util";

import { assert, layer } from "@effect/vitest";
import { imageFetcherNone } from "@paraph/core/renders";
import { pdfRenderer } from "@paraph/pdf";
import { QUICK_TO_START } from "@paraph/testing/quick_to_start";
import { randomNumbers } from "@paraph/testing/random_numbers";
import { Effect, Fiber, Layer } from "effect";

import { CORPUS } from "./corpus/cases.ts";
import { publish, render } from "./publish.ts";

const RENDERS = 1_000;
/** The number of documents in each process with another time zone. */
const RENDERS_PER_ZONE = 100;
const ZONES = ["America/St_Johns", "Pacific/Kiritimati"];

/** Long documents are omitted because they would take most of the time. */
const NAMES = CORPUS.map(({ name }) => name).filter(
  (name) => !["many_rows", "long_text"].includes(name),
);

const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

layer(Layer.provide(pdfRenderer({ threads: 2 }), imageFetcherNone), { timeout: "2 minutes" })(
  "the same bytes",
  (it) => {
    it.effect(
      `over ${RENDERS} renders in any order, on any thread, in any process and time zone`,
      () =>
        Effect.gen(function* () {
          const zoneFiber = yield* Effect.forkChild(
            Effect.promise(() => Promise.all(ZONES.map((zone, index) => hashesIn(zone, index)))),
          );
          const versions = new Map(
            yield* Effect.forEach(
              CORPUS.filter(({ name }) => NAMES.includes(name)),
              (testCase) =>
                publish(testCase).pipe(
                  Effect.map(
                    (version) => [testCase.name, { version, data: testCase.data }] as const,
                  ),
                ),
              { concurrency: 4 },
            ),
          );
          const renders = yield* Effect.forEach(
            inRandomOrder(NAMES, RENDERS - RENDERS_PER_ZONE * ZONES.length, 1),
            (name) =>
              Effect.gen(function* () {
                const input = versions.get(name);
                if (input === undefined) return yield* Effect.die(`There is no ${name}`);
                const { bytes } = yield* render(input.version, input.data);
                return [name, hash(bytes)] as const;
              }),
            { concurrency: 16 },
          );
          const others = (yield* zoneFiber.pipe(Fiber.join)).flat();
          assert.strictEqual(renders.length + others.length, RENDERS);
          const hashes = new Map(NAMES.map((name) => [name, new Set<string>()]));
          for (const [name, one] of [...renders, ...others]) hashes.get(name)?.add(one);
          const differingNames = NAMES.filter((name) => hashes.get(name)?.size !== 1);
          assert.deepStrictEqual(differingNames, []);
        }),
    );
  },
);

/** Names in equal numbers, in an order that depends only on the seed. */
function inRandomOrder(names: ReadonlyArray<string>, count: number, seed: number) {
  const random = randomNumbers(seed);
  return Array.from({ length: count }, (_, index) => ({
    name: names[index % names.length] ?? "",
    order: random(),
  }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ name }) => name);
}

/** The hashes of documents rendered by a process in another time zone. */
async function hashesIn(
  zone: string,
  seed: number,
): Promise<ReadonlyArray<readonly [string, string]>> {
  const names = inRandomOrder(NAMES, RENDERS_PER_ZONE, seed + 2);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...QUICK_TO_START, new URL("./draw_process.ts", import.meta.url).pathname, ...names],
    { env: { ...process.env, TZ: zone, LC_ALL: "C" } },
  );
  const hashes: ReadonlyArray<string> = JSON.parse(stdout);
  return hashes.map((one, index) => [names[index] ?? "", one]);
}
