import * as fs from "node:fs";

import { assert, describe, it } from "@effect/vitest";
import { Effect } from "effect";

import { runParaph } from "./_testing/paraph_process.ts";

/** The machine's own Node, where it is older than ours. */
const OLD_NODE = "/usr/bin/node";

describe("paraph", () => {
  it.live("names its subcommands, and refuses one that it lacks", () =>
    Effect.gen(function* () {
      const [help, unknown] = yield* Effect.all(
        [runParaph(["--help"], {}), runParaph(["sign"], {})],
        { concurrency: 2 },
      );
      assert.deepInclude(help, { code: 0, stderr: "" });
      for (const name of ["serve", "worker", "migrate", "account", "project", "key", "template"]) {
        assert.match(help.stdout, new RegExp(`\n +${name} `));
      }
      assert.strictEqual(unknown.code, 1);
      assert.include(unknown.stderr, 'Unknown subcommand "sign"');
    }),
  );

  it.live.runIf(isOld())("says which Node it needs when it is started by an older one", () =>
    Effect.gen(function* () {
      const { code, stdout, stderr } = yield* runParaph(["--help"], {}, OLD_NODE);
      assert.deepInclude({ code, stdout }, { code: 1, stdout: "" });
      assert.match(stderr, /^paraph: needs Node 24 or later, this is v\d+\.\d+\.\d+\. .+\n$/);
    }),
  );
});

function isOld(): boolean {
  return fs.existsSync(OLD_NODE) && !fs.realpathSync(OLD_NODE).startsWith(process.execPath);
}
