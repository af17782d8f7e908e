import { assert, layer } from "@effect/vitest";
import { VERSION } from "@paraph/core/telemetry";
import { LATEST_MIGRATION } from "@paraph/database";
import { Effect, Schema } from "effect";

import { submitInvoice } from "../_testing/api_client.ts";
import { ADMIN_KEY, apiServer, ApiServer } from "../_testing/api_server.ts";
import { openConsoleSession } from "../_testing/console_visit.ts";
import { callAs } from "../_testing/embedding.ts";
import { send } from "../_testing/http_client.ts";

const PATH = "/v1/admin/system";

const Report = Schema.Struct({
  version: Schema.String,
  failing: Schema.Array(Schema.String),
  state: Schema.NullOr(
    Schema.Struct({
      databaseVersion: Schema.String,
      appliedMigrations: Schema.Int,
      knownMigrations: Schema.Int,
      queues: Schema.Array(Schema.Struct({ queue: Schema.String, waiting: Schema.Int })),
      jobsInProgress: Schema.Int,
      connections: Schema.Int,
      accounts: Schema.Int,
      projects: Schema.Int,
    }),
  ),
});

const read = Effect.flatMap(callAs(ADMIN_KEY, "GET", PATH), ({ json, status }) => {
  assert.strictEqual(status, 200);
  return Schema.decodeUnknownEffect(Report)(json);
});

layer(apiServer, { excludeTestServices: true })("GET /v1/admin/system", (it) => {
  it.effect("returns migrations, waiting work, and the numbers of accounts and projects", () =>
    Effect.gen(function* () {
      const before = yield* read;
      yield* submitInvoice("system");
      yield* callAs(ADMIN_KEY, "POST", "/v1/admin/provision", { externalOrgId: "system" });
      const { version, failing, state } = yield* read;
      assert.deepEqual([version, failing], [VERSION, []]);
      const first = before.state ?? assert.fail();
      const { queues, accounts, projects, ...rest } = state ?? assert.fail();
      const waiting = (all: typeof queues) =>
        all.find(({ queue }) => queue === "renders")?.waiting ?? Number.NaN;
      assert.strictEqual(waiting(queues), waiting(first.queues) + 1);
      assert.deepEqual([accounts, projects], [first.accounts + 1, first.projects + 1]);
      assert.deepInclude(rest, {
        appliedMigrations: LATEST_MIGRATION,
        knownMigrations: LATEST_MIGRATION,
        jobsInProgress: 0,
      });
      assert.match(rest.databaseVersion, /^\d+/u);
      assert.isAbove(rest.connections, 0);
    }),
  );

  it.effect("names the parts that do not respond, also without a database", () =>
    Effect.gen(function* () {
      const { failing } = yield* ApiServer;
      failing.add("storage");
      const one = yield* read;
      failing.add("database");
      const two = yield* read;
      failing.clear();
      assert.deepEqual([one.failing, one.state === null], [["storage"], false]);
      assert.sameMembers([...two.failing], ["storage", "database"]);
      assert.isNull(two.state);
    }),
  );

  it.effect("needs the admin key: keys and sessions of accounts have no access", () =>
    Effect.gen(function* () {
      const { port, key, accountKey } = yield* ApiServer;
      for (const credential of [key, accountKey, `${ADMIN_KEY}x`]) {
        assert.strictEqual((yield* callAs(credential, "GET", PATH)).status, 401);
      }
      const { headers } = yield* openConsoleSession({ key: accountKey });
      assert.strictEqual((yield* send(port, { path: PATH, headers })).status, 401);
    }),
  );
});
