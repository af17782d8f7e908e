import * as fs from "node:fs";
import * as path from "node:path";

import { afterAll, assert, describe, it } from "@effect/vitest";
import { freshDatabase, TEST_DATABASE_URL } from "@paraph/database/testing/fresh_database";
import { Effect, Exit, Fiber, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { runParaph, startParaph, startServer } from "../../packages/cli/_testing/paraph_process.ts";
import { fieldsOf } from "../../packages/http/_testing/body.ts";
import { send } from "../../packages/http/_testing/http_client.ts";
import { besides, caller, environment, makeDataDir } from "../support/deployment.ts";
import { prepareSignature, until } from "../support/signing_deployment.ts";
import { earlierRelease } from "./earlier_release.ts";
import { webhookReceiver } from "./webhook_receiver.ts";
import { quiet } from "./whole_deployment.ts";

const earlier =
  TEST_DATABASE_URL === undefined ? { missing: "no TEST_DATABASE_URL" } : earlierRelease();
const isMissing = "missing" in earlier;

afterAll(() => {
  if (!isMissing) fs.rmSync(earlier.folder, { recursive: true, force: true });
});

const LETTER = {
  name: "Letter",
  manifest: { variables: [{ key: "name", label: "Name", dataType: "text" }], loops: [] },
};

const Opened = Schema.fromJsonString(Schema.Struct({ accountKey: Schema.String }));

/** Two releases on one database, and clients that call the running servers. */
const deployment = Effect.fnUntraced(function* (program: string) {
  const databaseUrl = yield* freshDatabase(TEST_DATABASE_URL ?? "");
  const dataDir = yield* makeDataDir;
  const settings = { ...environment({ dataDir, databaseUrl }), RATE_LIMIT: "off" };
  const { told, url } = yield* webhookReceiver;
  const old = {
    server: startServer(["--no-worker"], settings, program),
    worker: startParaph(["worker"], settings, program),
  };
  const fresh = {
    server: startServer(["--no-worker"], settings),
    worker: startParaph(["worker"], settings),
    migrate: runParaph(["migrate"], settings),
  };
  const first = yield* old.server;
  const create = ["account", "create", "--name", "Acme", "--json"];
  const opened = yield* runParaph(create, settings, program);
  const { accountKey } = yield* Schema.decodeUnknownEffect(Opened)(opened.stdout);
  const account = caller(first.port, accountKey);
  const projectId = fieldsOf(yield* account("POST", "/v1/projects", { name: "Shop" }))["id"];
  const minted = yield* account("POST", `/v1/projects/${String(projectId)}/keys`, { name: "Test" });
  const key = String(fieldsOf(minted)["key"]);
  const call = caller(first.port, key);
  assert.strictEqual((yield* call("PUT", "/v1/templates/letter", LETTER)).status, 201);
  const webhook = { url, events: ["render.*"] };
  assert.strictEqual((yield* call("POST", "/v1/webhooks", webhook)).status, 201);
  const database = besides({ dataDir, databaseUrl });
  return { dataDir, old, fresh, first, key, told, database };
});

const submission = { data: { name: "Ada" } };

/** Clients that continuously submit, read, share and view. */
const clients = Effect.fnUntraced(function* (ports: () => ReadonlyArray<number>, key: string) {
  const statuses = new Map<string, number>();
  const accepted: Array<string> = [];
  let turn = 0;
  const one = Effect.gen(function* () {
    const live = ports();
    const port = live[turn++ % live.length] ?? 0;
    const call = caller(port, key);
    const note = (what: string, status: number) =>
      statuses.set(`${what} ${status}`, (statuses.get(`${what} ${status}`) ?? 0) + 1);
    const submitted = yield* call("POST", "/v1/templates/letter/render", submission);
    note("submit", submitted.status);
    const id = String(fieldsOf(submitted)["id"]);
    if (submitted.status === 202) accepted.push(id);
    note("read", (yield* call("GET", `/v1/renders/${id}`)).status);
    note("list", (yield* call("GET", "/v1/renders?limit=5")).status);
    note("feed", (yield* call("GET", "/v1/events?limit=5")).status);
    const shared = yield* call("POST", `/v1/renders/${id}/shares`, { channel: "link" });
    note("share", shared.status);
  });
  const running = yield* Effect.forkScoped(
    Effect.all(
      Array.from({ length: 4 }, () => Effect.forever(one)),
      { concurrency: "unbounded" },
    ),
  );
  const exit = () => running.pollUnsafe();
  return { statuses, accepted, exit, stop: Fiber.interrupt(running) };
});

/** Whether a render has succeeded. */
const drawn = (port: number, key: string, id: string) =>
  until(caller(port, key)("GET", `/v1/renders/${id}`), ({ text }) => text.includes('"succeeded"'));

const submit = (port: number, key: string) =>
  Effect.map(caller(port, key)("POST", "/v1/templates/letter/render", submission), (response) =>
    String(fieldsOf(response)["id"]),
  );

/** The outcome of all renders: each succeeded, and each of its events exists and was delivered once. */
const outcome = Effect.gen(function* () {
  yield* quiet;
  const sql = yield* SqlClient.SqlClient;
  const renders = yield* sql<{ id: string; status: string }>`SELECT id, status FROM renders`;
  const events = yield* sql<{ id: string; type: string; render: string }>`
    SELECT id, type, body::json -> 'data' ->> 'id' AS render
    FROM events WHERE type LIKE 'render.%'`;
  return { renders, events };
});

describe.skipIf(isMissing)(
  `the previous release next to this one${isMissing ? ` (${earlier.missing})` : ""}`,
  () => {
    it.live(
      "continues during the roll-out: no request fails, and each release finishes what the other began",
      () =>
        Effect.gen(function* () {
          if (isMissing) return;
          const { dataDir, old, fresh, first, key, told, database } = yield* deployment(
            earlier.program,
          );
          let oldWorker = yield* old.worker;
          let ports = [first.port];
          const load = yield* clients(() => ports, key);
          const progress = Effect.suspend(() => {
            const enough = load.accepted.length + 20;
            return until(
              Effect.sync(() => load.accepted.length),
              (n) => n >= enough || load.exit() !== undefined,
            );
          });
          yield* progress;

          const migrated = yield* fresh.migrate;
          assert.strictEqual(migrated.code, 0, migrated.stderr);
          assert.match(migrated.stdout, /^Migrated: /);
          yield* progress;
          const second = yield* fresh.server;
          let freshWorker = yield* fresh.worker;
          ports = [first.port, second.port];
          yield* progress;

          // Each release finishes what the other has accepted.
          yield* oldWorker.stop("SIGTERM");
          yield* drawn(second.port, key, yield* submit(first.port, key));
          yield* freshWorker.stop("SIGTERM");
          oldWorker = yield* old.worker;
          const renderId = yield* submit(second.port, key);
          yield* drawn(first.port, key, renderId);
          const sent = yield* caller(second.port, key)("POST", "/v1/signatures", {
            renderId,
            name: "Agreement",
            recipients: [{ firstName: "Ada", email: "ada@example.com" }],
            fields: [{ recipientIndex: 0, type: "signature", page: 1, x: 10, y: 80 }],
          });
          const requestId = String(fieldsOf(sent)["id"]);
          const finish = yield* prepareSignature(
            path.join(dataDir, "outbox"),
            "ada@example.com",
            (request) => send(first.port, request),
          );
          assert.strictEqual((yield* finish).status, 200);
          freshWorker = yield* fresh.worker;
          yield* until(caller(first.port, key)("GET", `/v1/signatures/${requestId}`), ({ text }) =>
            text.includes('"completed"'),
          );

          ports = [second.port];
          yield* progress;
          assert.strictEqual(yield* first.stop("SIGTERM"), 0, first.output());
          assert.strictEqual(yield* oldWorker.stop("SIGTERM"), 0, oldWorker.output());
          yield* progress;
          const broken = load.exit();
          assert.isTrue(broken === undefined || Exit.isSuccess(broken), String(broken));
          yield* load.stop;
          // A document can be shared only after it was rendered.
          const expected = [
            "submit 202",
            "read 200",
            "list 200",
            "feed 200",
            "share 201",
            "share 409",
          ];
          assert.includeMembers(expected, [...load.statuses.keys()]);

          const { renders, events } = yield* Effect.provide(outcome, database);
          assert.deepStrictEqual([...new Set(renders.map(({ status }) => status))], ["succeeded"]);
          assert.includeMembers(
            renders.map(({ id }) => id),
            load.accepted,
          );
          const files = fs.readdirSync(path.join(dataDir, "files", "renders"));
          assert.sameMembers(
            files,
            renders.map(({ id }) => `${id}.pdf`),
          );
          const ended = events.filter(({ type }) => type === "render.succeeded");
          assert.sameMembers(
            ended.map(({ render }) => render),
            renders.map(({ id }) => id),
          );
          assert.sameMembers(
            told,
            events.map(({ id }) => id),
          );
        }).pipe(Effect.scoped),
      240_000,
    );
  },
);
