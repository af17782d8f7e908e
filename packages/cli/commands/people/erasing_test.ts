import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { afterAll, assert, layer } from "@effect/vitest";
import { Context, Effect, Layer } from "effect";

import { callParaph } from "../../_testing/paraph_command.ts";
import { parseRecord, parseRecords, servedProject } from "../../_testing/served_project.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-test-"));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const LETTER = {
  name: "Letter",
  manifest: { variables: [{ key: "name", label: "Name", dataType: "text" }], loops: [] },
};

/** A server with a template. */
const serve = Effect.gen(function* () {
  const { dataDir, run, environment, call } = yield* servedProject;
  yield* call("PUT", "/v1/templates/letter", LETTER);
  const data = path.join(folder, "data.json");
  fs.writeFileSync(data, JSON.stringify({ name: "ada@example.com" }));
  const submit = Effect.map(
    run("render", "submit", "letter", "--data", data, "--wait"),
    parseRecord,
  );
  const paraph = (args: ReadonlyArray<string>, more: Record<string, string> = {}) =>
    callParaph(args, { ...environment, DATA_DIR: dataDir, ...more });
  return { run, paraph, render: Effect.map(submit, ({ id }) => String(id)) };
});

class TestServer extends Context.Service<TestServer, Effect.Success<typeof serve>>()(
  "test/Served",
) {}

layer(Layer.effect(TestServer, serve), { excludeTestServices: true, timeout: "120 seconds" })(
  "paraph render delete, recipient, audit",
  (it) => {
    it.effect("erase a render, only with --yes", () =>
      Effect.gen(function* () {
        const { run, paraph, render } = yield* TestServer;
        const id = yield* render;
        const careless = yield* paraph(["render", "delete", id]);
        assert.strictEqual(careless.code, 2);
        assert.include(careless.stderr, "add --yes");
        assert.deepEqual(parseRecord(yield* run("render", "delete", id, "--yes")), {
          id,
          deleted: true,
        });
        const again = yield* paraph(["render", "delete", id, "--yes"]);
        assert.deepEqual([again.code, again.stderr.includes("not_found")], [1, true]);
      }),
    );

    it.effect("erase an address, and list where it remains", () =>
      Effect.gen(function* () {
        const { run, paraph, render } = yield* TestServer;
        const id = yield* render;
        const erase = ["recipient", "erase", "ada@example.com"];
        assert.strictEqual((yield* paraph(erase)).code, 2);
        const report = yield* paraph([...erase, "--yes"]);
        assert.strictEqual(report.code, 0, report.stderr);
        assert.match(report.stdout, new RegExp(`Still there:[^]*${id}\\s+in its data`));
        const all = parseRecord(yield* run(...erase, "--with-documents", "--yes"));
        assert.deepInclude(all["left"], { renders: [] });
        assert.strictEqual((yield* paraph(["recipient", "erase", "ada", "--yes"])).code, 2);
      }),
    );

    it.effect("erase an address in all projects of an account, directly in the database", () =>
      Effect.gen(function* () {
        const { run, paraph, render } = yield* TestServer;
        const id = yield* render;
        const [{ accountId } = {}] = parseRecords(
          yield* run("audit", "list", "--all", "--action", "project.created"),
        );
        const erase = ["recipient", "erase", "ada@example.com", "--account"];
        assert.strictEqual((yield* paraph([...erase, String(accountId)])).code, 2);
        const { left } = parseRecord(yield* run(...erase, String(accountId), "--yes"));
        assert.deepInclude(left, { renders: [id] });
        const unknownAccount = yield* paraph([...erase, id, "--yes"]);
        assert.strictEqual(unknownAccount.code, 1);
        assert.include(unknownAccount.stderr, "No such account");
        const [entry] = parseRecords(
          yield* run("audit", "list", "--all", "--action", "recipient.erased"),
        );
        assert.deepInclude(entry, { accountId, actorKind: "command" });
      }),
    );

    it.effect("list the audit log of an account, and of the deployment", () =>
      Effect.gen(function* () {
        const { run, paraph } = yield* TestServer;
        const { accountKey } = parseRecord(yield* run("account", "create", "--name", "Other"));
        const key = { PARAPH_ACCOUNT_KEY: String(accountKey) };
        const own = parseRecords((yield* paraph(["audit", "list", "--json"], key)).stdout);
        assert.deepEqual(
          own.map(({ action, actorKind }) => [action, actorKind]),
          [
            ["account_key.minted", "command"],
            ["account.created", "command"],
          ],
        );
        // The server has entries of other suites, so the command may also name the next page.
        const all = yield* paraph(["audit", "list", "--all", "--json"]);
        assert.strictEqual(all.code, 0, all.stderr);
        assert.isAbove(parseRecords(all.stdout).length, own.length);
        const some = yield* run("audit", "list", "--all", "--action", "render.deleted");
        for (const entry of parseRecords(some)) {
          assert.include(entry, { action: "render.deleted", actorKind: "project_key" });
        }
        const wrong = yield* paraph(["audit", "list", "--all", "--action", "nothing"]);
        assert.strictEqual(wrong.code, 2);
      }),
    );
  },
);
