import * as fs from "node:fs";
import * as path from "node:path";

import { assert, describe, it } from "@effect/vitest";
import { Effect } from "effect";

import { runParaph, SOURCES } from "../_testing/paraph_process.ts";

const INDEX = path.join(import.meta.dirname, "../node_modules/.cache/paraph-front/kept.json");
const SOURCE = path.join(import.meta.dirname, "hand_over.ts");

/** Tells the TypeScript that a process loads. */
const TELL = `import { registerHooks } from "node:module";
  registerHooks({ load: (url, context, next) => {
    if (url.endsWith(".ts")) process.stderr.write("loads " + url + "\\n");
    return next(url, context);
  } });`;

const told = (...args: ReadonlyArray<string>) =>
  runParaph(
    args,
    {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(TELL)}`,
      PARAPH_URL: "http://127.0.0.1:1",
      PARAPH_ACCOUNT_KEY: "none",
    },
    SOURCES,
  );

/** Where the front is kept, and when the source was changed that it was made of, in milliseconds. */
const kept = () => {
  const index: { folder: string; sources: ReadonlyArray<[string, number, number]> } = JSON.parse(
    fs.readFileSync(INDEX, "utf8"),
  );
  return { ...index, changed: index.sources.find(([source]) => source === SOURCE)?.[1] };
};

describe("the front of the command", () => {
  it.live("answers help, mistakes and what servers are asked without loading a source", () =>
    Effect.gen(function* () {
      yield* runParaph(["--version"], {}, SOURCES);
      for (const args of [["--version"], ["--help"], ["project", "list"], ["sign"]]) {
        const { stdout, stderr } = yield* told(...args);
        assert.isNotEmpty(stdout + stderr);
        assert.notInclude(stderr, "loads ", args.join(" "));
      }
    }),
  );

  it.live("gives up what it does not have, which then runs from its files", () =>
    Effect.gen(function* () {
      const { code, stderr } = yield* told("verify", "no/such/file.pdf");
      assert.notStrictEqual(code, 0);
      assert.include(stderr, "/packages/cli/main.ts");
      assert.match(stderr, /\nparaph: no\/such\/file\.pdf: there is no such file or folder\n/);
    }),
  );

  it.live("is passed by where it was not written to its end", () =>
    Effect.gen(function* () {
      yield* runParaph(["--version"], {}, SOURCES);
      const main = path.join(kept().folder, "main.js");
      const whole = fs.readFileSync(main);
      fs.writeFileSync(main, "");
      const { code, stdout } = yield* runParaph(["--version"], {}, SOURCES).pipe(
        Effect.ensuring(Effect.sync(() => fs.writeFileSync(main, whole))),
      );
      assert.strictEqual(code, 0);
      assert.match(stdout, /^paraph v/);
    }),
  );

  it.live("is built again when a source has changed, and only then", () =>
    Effect.gen(function* () {
      yield* runParaph(["--version"], {}, SOURCES);
      const { atimeMs, mtimeMs } = fs.statSync(SOURCE);
      assert.strictEqual(kept().changed, mtimeMs);
      fs.utimesSync(SOURCE, atimeMs / 1000, mtimeMs / 1000 + 1);
      assert.strictEqual((yield* runParaph(["--version"], {}, SOURCES)).code, 0);
      assert.strictEqual(kept().changed, fs.statSync(SOURCE).mtimeMs);
      assert.notInclude((yield* told("--version")).stderr, "loads ");
    }),
  );
});
