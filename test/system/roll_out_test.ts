import * as fs from "node:fs";
import * as path from "node:path";

import { afterAll, assert, describe, it } from "@effect/vitest";
import { freshDatabase, TEST_DATABASE_URL } from "@paraph/database/testing/fresh_database";
import { Effect, Exit, Fiber, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { runParaph, startParaph, startServer } from "../../packages/cli/_testing/paraph_process.ts";
import { fieldsOf } from "../../packages/http/_testing/body.ts";
import { send } from "../../packages/http/_testing/http_client.ts";
import { databaseLayer, caller, environment, makeDataDir } from "../support/deployment.ts";
import { prepareSignature, until } from "../support/signing/signing_deployment.ts";
import { earlierRelease } from "./earlier_release.ts";
import { webhookReceiver } from "./webhook_receiver.ts";
import { awaitIdle } from "./whole_deployment.ts";

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

const AccountOutput = Schema.fromJsonString(Schema.Struct({ accountKey: Schema.String }));

/** Two releases on one database, and clients that call the running servers. */
const deployment = Effect.fnUntraced(function* (program: string) {
  const databaseUrl = yield* freshDatabase(TEST_DATABASE_URL ?? "");
  const dataDir = yield* makeDataDir;
  const settings = { ...environment({ dataDir, databaseUrl }), RATE_LIMIT: "off" };
  const { told: eventIds, url } = yield* webhookReceiver;
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
  const accountRun = yield* runParaph(create, settings, program);
  const { accountKey } = yield* Schema.decodeUnknownEffect(AccountOutput)(accountRun.stdout);
  const account = caller(first.port, accountKey);
  const projectId = fieldsOf(yield* account("POST", "/v1/projects", { name: "Shop" }))["id"];
  const keyResponse = yield* account("POST", `/v1/projects/${String(projectId)}/keys`, {
    name: "Test",
  });
  const key = String(fieldsOf(keyResponse)["key"]);
  const call = caller(first.port, key);
  assert.strictEqual((yield* call("PUT", "/v1/templates/letter", LETTER)).status, 201);
  const webhook = { url, events: ["render.*"] };
  assert.strictEqual((yield* call("POST", "/v1/webhooks", webhook)).status, 201);
  const database = databaseLayer({ dataDir, databaseUrl });
  return { dataDir, old, fresh, first, key, told: eventIds, database };
});

const submission = { data: { name: "Ada" } };

/** Clients that continuously submit, read, share and view. */
const clients = Effect.fnUntraced(function* (ports: () => ReadonlyArray<number>, key: string) {
  const statuses = new Map<string, number>();
  const acceptedIds: Array<string> = [];
  let turn = 0;
  const iteration = Effect.gen(function* () {
    const live = ports();
    const port = live[turn++ % live.length] ?? 0;
    const call = caller(port, key);
    const note = (what: string, status: number) =>
      statuses.set(`${what} ${status}`, (statuses.get(`${what} ${status}`) ?? 0) + 1);
    const submitResponse = yield* call("POST", "/v1/templates/letter/render", submission);
    note("submit", submitResponse.status);
    const id = String(fieldsOf(submitResponse)["id"]);
    if (submitResponse.status === 202) acceptedIds.push(id);
    note("read", (yield* call("GET", `/v1/renders/${id}`)).status);
    note("list", (yield* call("GET", "/v1/renders?limit=5")).status);
    note("feed", (yield* call("GET", "/v1/events?limit=5")).status);
    const shareResponse = yield* call("POST", `/v1/renders/${id}/shares`, { channel: "link" });
    note("share", shareResponse.status);
  });
  const running = yield* Effect.forkScoped(
    Effect.all(
      Array.from({ length: 4 }, () => Effect.forever(iteration)),
      { concurrency: "unbounded" },
    ),
  );
  const exit = () => running.pollUnsafe();
  return { statuses, accepted: acceptedIds, exit, stop: Fiber.interrupt(running) };
});

/** Whether a render has succeeded. */
const awaitRender = (port: number, key: string, id: string) =>
  until(caller(port, key)("GET", `/v1/renders/${id}`), ({ text }) => text.includes('"succeeded"'));

const submit = (port: number, key: string) =>
  Effect.map(caller(port, key)("POST", "/v1/templates/letter/render", submission), (response) =>
    String(fieldsOf(response)["id"]),
  );

/** The outcome of all renders: each succeeded, and each of its events exists and was delivered once. */
const outcome = Effect.gen(function* () {
  yield* awaitIdle;
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
          const {
            dataDir,
            old,
            fresh,
            first,
            key,
            told: eventIds,
            database,
          } = yield* deployment(earlier.program);
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

          const migration = yield* fresh.migrate;
          assert.strictEqual(migration.code, 0, migration.stderr);
          assert.match(migration.stdout, /^Migrated: /);
          yield* progress;
          const second = yield* fresh.server;
          let freshWorker = yield* fresh.worker;
          ports = [first.port, second.port];
          yield* progress;

          // Each release finishes what the other has accepted.
          yield* oldWorker.stop("SIGTERM");
          yield* awaitRender(second.port, key, yield* submit(first.port, key));
          yield* freshWorker.stop("SIGTERM");
          oldWorker = yield* old.worker;
          const renderId = yield* submit(second.port, key);
          yield* awaitRender(first.port, key, renderId);
          const signatureResponse = yield* caller(second.port, key)("POST", "/v1/signatures", {
            renderId,
            name: "Agreement",
            recipients: [{ firstName: "Ada", email: "ada@example.com" }],
            fields: [{ recipientIndex: 0, type: "signature", page: 1, x: 10, y: 80 }],
          });
          const requestId = String(fieldsOf(signatureResponse)["id"]);
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
          const clientExit = load.exit();
          assert.isTrue(clientExit === undefined || Exit.isSuccess(clientExit), String(clientExit));
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
          const successEvents = events.filter(({ type }) => type === "render.succeeded");
          assert.sameMembers(
            successEvents.map(({ render }) => render),
            renders.map(({ id }) => id),
          );
          assert.sameMembers(
            eventIds,
            events.map(({ id }) => id),
          );
        }).pipe(Effect.scoped),
      240_000,
    );
  },
);
