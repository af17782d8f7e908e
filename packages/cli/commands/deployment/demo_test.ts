import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest";
import { putDatabase } from "@paraph/database/testing/database_folder";
import { Effect } from "effect";

import { runParaph } from "../../_testing/paraph_process.ts";

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-test-"));
beforeAll(() => Effect.runPromise(putDatabase(dataDir)));
afterAll(() => fs.rmSync(dataDir, { recursive: true, force: true }));

describe("paraph demo", () => {
  it.live("renders the example invoice and ends with --once, also the second time", () =>
    Effect.gen(function* () {
      const pdf = path.join(dataDir, "demo", "invoice.pdf");
      for (const _ of [1, 2]) {
        const { code, stdout, stderr } = yield* runParaph(["demo", "--once"], {
          DATA_DIR: dataDir,
          PORT: "0",
        });
        assert.strictEqual(code, 0, stderr);
        assert.include(stdout, pdf);
        const [, key = ""] = /Project key +(svc_test_[A-Za-z0-9_-]{43})\n/.exec(stdout) ?? [];
        const env = path.join(dataDir, "demo", "env");
        assert.include(fs.readFileSync(env, "utf8"), `export PARAPH_API_KEY='${key}'\n`);
        assert.strictEqual(fs.statSync(env).mode & 0o777, 0o600);
        assert.strictEqual(fs.readFileSync(pdf, "latin1").slice(0, 5), "%PDF-");
      }
    }),
  );
});
