import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest";
import { putDatabase } from "@paraph/database/testing/database_folder";
import { Effect, Schema } from "effect";

import { callParaph } from "../../_testing/paraph_command.ts";
import { runParaph, startParaph, startServer } from "../../_testing/paraph_process.ts";

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-test-"));
beforeAll(() => Effect.runPromise(putDatabase(dataDir)));
afterAll(() => fs.rmSync(dataDir, { recursive: true, force: true }));

const KEY = "svc_test_demo-key-for-this-machine-only-not-a-secret";
const ACCOUNT_KEY = "svc_acct_demo-key-for-this-machine-only-not-a-secret";

const Templates = Schema.Struct({
  templates: Schema.Array(Schema.Struct({ slug: Schema.String, currentVersionNumber: Schema.Int })),
});

/** The templates that a server shows for the demo's key. */
const fetchTemplates = Effect.fnUntraced(function* (url: string) {
  const headers = { authorization: `Bearer ${KEY}` };
  const read = async (): Promise<unknown> =>
    (await fetch(`${url}/v1/templates`, { headers })).json();
  const { templates } = yield* Schema.decodeUnknownEffect(Templates)(yield* Effect.promise(read));
  return templates;
});

const statusOf = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  Effect.promise(async () => (await fetch(url, { headers })).status);

/** Starts the demo and waits for its URLs. */
const startDemo = Effect.gen(function* () {
  const demo = yield* startParaph(["demo"], { DATA_DIR: dataDir, PORT: "0" });
  yield* demo.waitForLog(/Signing page +http\S+\n/);
  const url = (name: string) => new RegExp(`${name} +(http\\S+)`).exec(demo.output())?.[1] ?? "";
  return { ...demo, base: url("It runs at"), url };
});

describe("paraph demo", () => {
  it.live("renders the example invoice and ends with --once", () =>
    Effect.gen(function* () {
      const settings = { DATA_DIR: dataDir, PORT: "0" };
      const { code, stdout, stderr } = yield* runParaph(["demo", "--once"], settings);
      assert.strictEqual(code, 0, stderr);
      const pdf = path.join(dataDir, "demo", "invoice.pdf");
      assert.include(stdout, pdf);
      assert.strictEqual(fs.readFileSync(pdf, "latin1").slice(0, 5), "%PDF-");
    }),
  );

  it.live("serves documents, pages and emails with the same keys on every start", () =>
    Effect.gen(function* () {
      const demo = yield* startDemo;
      const names = ["Console", "PDF", "Share page", "Signing page", "Inbox", "API reference"];
      for (const name of names) assert.strictEqual(yield* statusOf(demo.url(name)), 200, name);
      assert.match(demo.url("Signing page"), /\/sign\/sgn_/);
      assert.include(demo.output(), KEY);
      const reference = yield* Effect.promise(async () => {
        const response = await fetch(`${demo.base}/docs`);
        return await response.text();
      });
      for (const text of [demo.base, KEY, ACCOUNT_KEY]) assert.include(reference, text);
      const env = path.join(dataDir, "demo", "env");
      const lines = fs.readFileSync(env, "utf8").split("\n");
      for (const line of [
        `export PARAPH_URL='${demo.base}'`,
        `export PARAPH_API_KEY='${KEY}'`,
        `export PARAPH_ACCOUNT_KEY='${ACCOUNT_KEY}'`,
      ]) {
        assert.include(lines, line);
      }
      for (const file of ["env", "keys.json"]) {
        assert.strictEqual(fs.statSync(path.join(dataDir, "demo", file)).mode & 0o777, 0o600);
      }
      const expected = [{ slug: "invoice", currentVersionNumber: 1 }];
      assert.deepStrictEqual(yield* fetchTemplates(demo.base), expected);

      const settings = { DATA_DIR: dataDir, PORT: "0" };
      const second = yield* runParaph(["demo"], settings);
      assert.deepInclude(second, { code: 2, stdout: "" });
      assert.include(second.stderr, `A demo already runs at ${demo.base} with this DATA_DIR (`);
      assert.include(fs.readFileSync(env, "utf8"), `export PARAPH_URL='${demo.base}'`);
      assert.strictEqual(yield* demo.stop("SIGINT"), 0);

      // The same project again, with the same version of the invoice.
      const again = yield* startDemo;
      assert.deepStrictEqual(yield* fetchTemplates(again.base), expected);
      // Its keys are public, so other machines must not use them, even through a proxy.
      const proxyHeaders = { "x-forwarded-for": "203.0.113.9", authorization: `Bearer ${KEY}` };
      assert.strictEqual(yield* statusOf(`${again.base}/v1/templates`, proxyHeaders), 403);
      assert.strictEqual(yield* again.stop("SIGINT"), 0);
    }),
  );

  it.live("has keys that no other server accepts, not even on the same database", () =>
    Effect.gen(function* () {
      const server = yield* startServer([], { DATA_DIR: dataDir });
      const PARAPH_URL = `http://127.0.0.1:${server.port}`;
      for (const [args, key] of [
        [["template", "list"], { PARAPH_API_KEY: KEY }],
        [["project", "list"], { PARAPH_ACCOUNT_KEY: ACCOUNT_KEY }],
      ] as const) {
        const { code, stderr } = yield* callParaph([...args], { PARAPH_URL, ...key });
        assert.strictEqual(code, 1);
        assert.include(stderr, "This is a key of the demo, which only `paraph demo` accepts");
      }
    }),
  );

  it.live("starts only on this machine, and not on live deployments", () =>
    Effect.gen(function* () {
      const { code, stdout, stderr } = yield* callParaph(["demo"], {
        DATA_DIR: dataDir,
        HOST: "0.0.0.0",
        PUBLIC_URL: "https://paraph.example.com",
        SERVICE_ENV: "live",
      });
      assert.deepStrictEqual([code, stdout], [2, ""]);
      for (const variable of ["HOST", "PUBLIC_URL", "SERVICE_ENV"]) {
        assert.match(stderr, new RegExp(`\\b${variable} is not valid for the demo`));
      }
    }),
  );
});
