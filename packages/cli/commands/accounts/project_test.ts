import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest";
import { putDatabase } from "@paraph/database/testing/database_folder";
import { Effect, Schema } from "effect";

import { callParaph } from "../../_testing/paraph_command.ts";
import { startServer } from "../../_testing/paraph_process.ts";

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-test-"));
beforeAll(() => Effect.runPromise(putDatabase(dataDir)));
afterAll(() => fs.rmSync(dataDir, { recursive: true, force: true }));

const UNKNOWN_ID = "01900000-0000-7000-8000-000000000000";
const LETTER = { name: "Letter", manifest: { variables: [], loops: [] } };

const parseRecord = Schema.decodeUnknownSync(
  Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown)),
);

/** A server with an account, and a function that runs commands as that account. */
const testServer = Effect.gen(function* () {
  const { port } = yield* startServer(["--no-worker"], { DATA_DIR: dataDir });
  const accountResult = yield* callParaph(["account", "create", "--name", "Acme", "--json"], {
    DATA_DIR: dataDir,
  });
  const url = `http://127.0.0.1:${port}`;
  const environment = {
    PARAPH_URL: `${url}/`,
    PARAPH_ACCOUNT_KEY: String(parseRecord(accountResult.stdout)["accountKey"]),
  };
  const paraph = (...args: ReadonlyArray<string>) => callParaph(args, environment);
  const runJson = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
    const { code, stdout, stderr } = yield* paraph(...args, "--json");
    assert.deepStrictEqual([code, stderr], [0, ""], args.join(" "));
    return parseRecord(stdout);
  });
  return { url, environment, paraph, made: runJson };
});

describe("paraph project, key, template", () => {
  it.live("manage an account's projects over HTTP", () =>
    Effect.gen(function* () {
      const { url, environment, paraph, made: runJson } = yield* testServer;
      const project = yield* runJson(
        "project",
        "create",
        "--name",
        "Crème",
        "--idempotency-key",
        "1",
      );
      assert.strictEqual(project["slug"], "creme");
      const again = yield* runJson("project", "create", "--name", "X", "--idempotency-key", "1");
      assert.deepStrictEqual(again, project);
      const id = String(project["id"]);
      assert.deepInclude(yield* runJson("project", "rename", id, "--name", "Other"), {
        id,
        slug: "creme",
        name: "Other",
      });
      assert.deepInclude(yield* runJson("project", "update", id, "--public-downloads", "off"), {
        name: "Other",
        publicDownloads: false,
      });

      const key = yield* runJson("key", "mint", "--project", id, "--name", "CI");
      assert.match(String(key["key"]), /^svc_test_/);
      const response = yield* Effect.promise(() =>
        fetch(`${url}/v1/templates/letter`, {
          method: "PUT",
          headers: { authorization: `Bearer ${String(key["key"])}` },
          body: JSON.stringify(LETTER),
        }),
      );
      assert.strictEqual(response.status, 201);
      const target = String((yield* runJson("project", "create", "--name", "Target"))["id"]);
      const copy = ["template", "copy", "--to", target, "--template", "letter"];
      assert.deepInclude(yield* runJson(...copy, "--from", "creme", "--name", "Brief"), {
        slug: "brief",
        sourceProjectId: id,
        sourceVersionNumber: 1,
        alreadyExisted: false,
      });
      assert.deepInclude(yield* runJson(...copy, "--from", id), { slug: "letter" });

      const [projects, keys, accounts, detail] = yield* Effect.all(
        [
          paraph("project", "list"),
          paraph("key", "list", "--project", id),
          callParaph(["account", "list"], { DATA_DIR: dataDir }),
          paraph("project", "get", id),
        ],
        { concurrency: 2 },
      );
      const lines = projects.stdout.trim().split("\n");
      assert.match(lines[0]!, /^id\tslug\tname\tcreatedAt\tupdatedAt$/);
      assert.match(
        lines[2]!,
        /\tcreme\tOther\t\d{4}-\d\d-\d\dT[\d:.]+Z\t\d{4}-\d\d-\d\dT[\d:.]+Z$/,
      );
      assert.match(keys.stdout, /\tCI\tsvc_test_\S{5}\t\S+Z\t\S+Z\t-\n$/);
      assert.match(accounts.stdout, /^id\tname\tcreatedAt\n\S{36}\tAcme\t\S+Z\n$/);
      assert.match(detail.stdout, /\nname\tOther\n/);

      const revokedKey = yield* runJson("key", "revoke", String(key["id"]), "--project", id);
      assert.strictEqual(revokedKey["id"], key["id"]);
      assert.deepStrictEqual(yield* runJson("project", "delete", id), { id, deleted: true });

      const failures: ReadonlyArray<readonly [ReadonlyArray<string>, string]> = [
        [
          ["project", "get", id],
          "not_found: No such project\nhint: check <id>; `paraph project list` lists those that exist",
        ],
        [
          ["project", "delete", UNKNOWN_ID],
          "not_found: No such project\nhint: check <id>; `paraph project list` lists those that exist",
        ],
        [
          ["key", "revoke", UNKNOWN_ID, "--project", target],
          "not_found: No such key\nhint: check <id> and --project",
        ],
        [
          [...copy.slice(0, -1), "nothing", "--from", target],
          "template_not_found: The project has no template with this slug\nhint: check --template; `paraph template list` lists the templates of a project",
        ],
      ];
      for (const [args, message] of failures) {
        const result = yield* paraph(...args);
        assert.deepInclude(result, { code: 1, stdout: "" });
        assert.isTrue(result.stderr.startsWith(`paraph: ${message}\n`), result.stderr);
      }

      const listWith = (change: Readonly<Record<string, string>>) =>
        callParaph(["project", "list"], { ...environment, ...change });
      const [unreachable, unset, unknown] = yield* Effect.all(
        [
          listWith({ PARAPH_URL: "http://127.0.0.1:1" }),
          listWith({ PARAPH_URL: "ftp://x", PARAPH_ACCOUNT_KEY: "secret" }),
          listWith({ PARAPH_ACCOUNT_KEY: `svc_acct_${"a".repeat(43)}` }),
        ],
        { concurrency: 2 },
      );
      assert.deepInclude(unreachable, {
        code: 3,
        stderr:
          "paraph: server_unreachable: http://127.0.0.1:1 (PARAPH_URL) cannot be reached\n" +
          "hint: is it running? `paraph serve` starts one here, `paraph demo` one with an example\n",
      });
      assert.strictEqual(unset.code, 2);
      assert.match(unset.stderr, /^paraph: PARAPH_URL is .+\nPARAPH_ACCOUNT_KEY is .+\n$/);
      assert.notInclude(unset.stderr, "secret");
      assert.strictEqual(unknown.code, 1);
      assert.match(
        unknown.stderr,
        /^paraph: unauthorized: .+\nhint: PARAPH_ACCOUNT_KEY is not a key that .+\n$/,
      );
    }),
  );
});
