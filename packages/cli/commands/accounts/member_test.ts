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

const parseRecord = Schema.decodeUnknownSync(
  Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown)),
);

describe("paraph member", () => {
  it.live("invites, lists, changes and removes the members of an account", () =>
    Effect.gen(function* () {
      const { port } = yield* startServer(["--no-worker"], { DATA_DIR: dataDir });
      const account = yield* callParaph(["account", "create", "--name", "Acme", "--json"], {
        DATA_DIR: dataDir,
      });
      const paraph = (...args: ReadonlyArray<string>) =>
        callParaph(["member", ...args], {
          PARAPH_URL: `http://127.0.0.1:${port}`,
          PARAPH_ACCOUNT_KEY: String(parseRecord(account.stdout)["accountKey"]),
        });
      const runJson = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
        const { code, stdout, stderr } = yield* paraph(...args, "--json");
        assert.deepStrictEqual([code, stderr], [0, ""], args.join(" "));
        return parseRecord(stdout);
      });
      const ada = yield* runJson("invite", "--email", "Ada@example.com", "--role", "owner");
      assert.deepInclude(ada, { email: "ada@example.com", role: "owner", status: "invited" });
      const bob = ["invite", "--email", "bob@example.com", "--role", "viewer", "--name", "Bob"];
      const id = String((yield* runJson(...bob, "--language", "fr"))["id"]);
      assert.deepInclude(yield* runJson("role", id, "--role", "editor"), { id, role: "editor" });
      assert.strictEqual((yield* runJson("resend", id))["status"], "invited");
      const { stdout } = yield* paraph("list");
      assert.match(stdout, /bob@example\.com\s+Bob\s+editor\s+invited/u);
      assert.deepStrictEqual(yield* runJson("remove", id), { id, deleted: true });
      const last = yield* paraph("remove", String(ada["id"]));
      assert.strictEqual(last.code, 1);
      assert.include(last.stderr, "last owner");
    }),
  );
});
