import { assert, describe, it } from "@effect/vitest";
import { Effect, Schema } from "effect";

import { callParaph } from "../../_testing/paraph_command.ts";
import { sharedServer } from "../../_testing/shared_server.ts";

const UNKNOWN_ID = "01900000-0000-7000-8000-000000000000";

/** Runs `paraph account …` on the data of the running server. */
const account = (...args: ReadonlyArray<string>) =>
  Effect.flatMap(sharedServer, ({ dataDir }) =>
    callParaph(["account", ...args], { DATA_DIR: dataDir }),
  );

const Fields = Schema.Record(Schema.String, Schema.Unknown);
const json = Schema.decodeSync(Schema.fromJsonString(Fields));

describe("paraph account", () => {
  it.live("manages accounts and their keys while a server runs", () =>
    Effect.gen(function* () {
      const createResult = yield* account("create", "--name", "Acme", "--json");
      assert.deepInclude(createResult, { code: 0, stderr: "" });
      const { accountId, accountKey, ...rest } = json(createResult.stdout);
      assert.deepStrictEqual(rest, {});
      assert.match(String(accountId), /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f-]{17}$/);
      assert.match(String(accountKey), /^svc_acct_[A-Za-z0-9_-]{43}$/);
      const own = ["--account", String(accountId)];

      const keyResult = yield* account("key", "mint", ...own, "--name", "CI", "--json");
      assert.deepInclude(keyResult, { code: 0, stderr: "" });
      const { id, key, name, prefix } = json(keyResult.stdout);
      assert.strictEqual(name, "CI");
      assert.strictEqual(String(key).slice(0, "svc_acct_".length + 5), prefix);

      const revokeResult = yield* account("key", "revoke", ...own, String(id), "--json");
      assert.deepInclude(revokeResult, { code: 0, stderr: "" });
      const { revokedAt } = json(revokeResult.stdout);

      const [list, table, again, unknownAccount] = yield* Effect.all(
        [
          account("key", "list", ...own, "--json"),
          account("key", "list", ...own),
          account("key", "revoke", ...own, String(id)),
          account("key", "mint", "--account", UNKNOWN_ID),
        ],
        { concurrency: 2 },
      );
      const keys = Schema.decodeSync(Schema.fromJsonString(Schema.Array(Fields)))(list.stdout);
      assert.deepStrictEqual(
        keys.map((row) => [row["id"] === id, row["name"], row["revokedAt"]]),
        [
          [true, "CI", revokedAt],
          [false, "API key", null],
        ],
      );
      assert.notInclude(list.stdout, String(key));
      const lines = table.stdout.trim().split("\n");
      assert.strictEqual(lines.length, 3);
      assert.match(lines[0]!, /^id\tname\tprefix\tcreatedAt\tlastUsedAt\trevokedAt$/);
      assert.deepInclude(again, {
        code: 1,
        stdout: "",
        stderr: "paraph: not_found: No such key\nhint: check --account and <id>\n",
      });
      assert.deepInclude(unknownAccount, {
        code: 1,
        stdout: "",
        stderr: "paraph: not_found: No such account\nhint: check --account\n",
      });
    }),
  );
});
