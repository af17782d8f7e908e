import * as fs from "node:fs";
import * as path from "node:path";

import { assert, describe, it } from "@effect/vitest";
import { Effect } from "effect";

import { runParaph, SOURCES } from "../_testing/paraph_process.ts";
import { rebuildProgram } from "./build_program.ts";

const INDEX = path.join(import.meta.dirname, "../node_modules/.cache/paraph-front/index.json");
const PROGRAM = path.join(import.meta.dirname, "../node_modules/.cache/paraph-program");
const SOURCE = path.join(import.meta.dirname, "hand_over.ts");

/** Prints the TypeScript files that a process loads. */
const LOG_LOADS = `import { registerHooks } from "node:module";
  registerHooks({ load: (url, context, next) => {
    if (url.endsWith(".ts")) process.stderr.write("loads " + url + "\\n");
    return next(url, context);
  } });`;

const runLoggingLoads = (...args: ReadonlyArray<string>) =>
  runParaph(
    args,
    {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(LOG_LOADS)}`,
      PARAPH_URL: "http://127.0.0.1:1",
      PARAPH_ACCOUNT_KEY: "none",
    },
    SOURCES,
  );

/** The index of the cache, and the modification time of a source, in milliseconds. */
const readIndex = () => {
  const index: { folder: string; sources: ReadonlyArray<[string, number, number]> } = JSON.parse(
    fs.readFileSync(INDEX, "utf8"),
  );
  return { ...index, modified: index.sources.find(([source]) => source === SOURCE)?.[1] };
};

describe("the front of the CLI", () => {
  it.live("shows help and errors and calls servers without loading a source", () =>
    Effect.gen(function* () {
      yield* runParaph(["--version"], {}, SOURCES);
      for (const args of [["--version"], ["--help"], ["project", "list"], ["sign"]]) {
        const { stdout, stderr } = yield* runLoggingLoads(...args);
        assert.isNotEmpty(stdout + stderr);
        assert.notInclude(stderr, "loads ", args.join(" "));
      }
    }),
  );

  it.live("runs commands that it lacks from the files", () =>
    Effect.gen(function* () {
      const { code, stderr } = yield* runLoggingLoads("verify", "no/such/file.pdf");
      assert.notStrictEqual(code, 0);
      assert.include(stderr, "/packages/cli/main.ts");
      assert.match(stderr, /\nparaph: no\/such\/file\.pdf: there is no such file or folder\n/);
    }),
  );

  it.live("warns of the environment once, also if the command runs again from the files", () =>
    Effect.gen(function* () {
      const unknown = { PARAPH_APIKEY: "key" };
      const { stderr } = yield* runParaph(["verify", "no/such/file.pdf"], unknown, SOURCES);
      assert.lengthOf(stderr.match(/PARAPH_APIKEY is not a variable of Paraph/g) ?? [], 1);
    }),
  );

  it.live("is ignored if it is incomplete", () =>
    Effect.gen(function* () {
      yield* runParaph(["--version"], {}, SOURCES);
      const main = path.join(readIndex().folder, "main.js");
      const whole = fs.readFileSync(main);
      fs.writeFileSync(main, "");
      const { code, stdout } = yield* runParaph(["--version"], {}, SOURCES).pipe(
        Effect.ensuring(Effect.sync(() => fs.writeFileSync(main, whole))),
      );
      assert.strictEqual(code, 0);
      assert.match(stdout, /^paraph v/);
    }),
  );

  it.live("is built again only when a source has changed", () =>
    Effect.gen(function* () {
      yield* runParaph(["--version"], {}, SOURCES);
      const { atimeMs, mtimeMs } = fs.statSync(SOURCE);
      assert.strictEqual(readIndex().modified, mtimeMs);
      fs.utimesSync(SOURCE, atimeMs / 1000, mtimeMs / 1000 + 1);
      assert.strictEqual((yield* runParaph(["--version"], {}, SOURCES)).code, 0);
      assert.strictEqual(readIndex().modified, fs.statSync(SOURCE).mtimeMs);
      assert.notInclude((yield* runLoggingLoads("--version")).stderr, "loads ");
    }),
  );

  it.live("is not needed by servers, which run from sources only when one has changed", () =>
    Effect.gen(function* () {
      yield* Effect.promise(() => rebuildProgram(PROGRAM));
      const run = runLoggingLoads("serve", "--no-such-flag");
      assert.notInclude((yield* run).stderr, "loads ");
      const { atimeMs, mtimeMs } = fs.statSync(SOURCE);
      fs.utimesSync(SOURCE, atimeMs / 1000, mtimeMs / 1000 + 1);
      assert.include((yield* run).stderr, "/packages/cli/main.ts");
    }),
  );
});
