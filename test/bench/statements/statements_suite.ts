import { randomBytes } from "node:crypto";
import * as path from "node:path";

import { postgres } from "@paraph/database/postgres";
import { freshDatabase } from "@paraph/database/testing/fresh_database";
import { localServer } from "@paraph/testing/local_server";
import { Effect, Layer, Redacted } from "effect";
import { SqlClient } from "effect/sql";

import { startServer } from "../../../packages/cli/_testing/paraph_process.ts";
import { fieldsOf } from "../../../packages/http/_testing/body.ts";
import { type RawResponse, send } from "../../../packages/http/_testing/http_client.ts";
import { environment, makeDataDir } from "../../support/deployment.ts";
import { DATABASE_SERVER } from "../database_server.ts";
import { repeat } from "../recipients.ts";
import { figure, occasion, table } from "../results.ts";
import { waitForEmptyQueues } from "../started_server.ts";
import { countingProxy } from "./counting_proxy.ts";
import { type MeasuredServer, type Operation, operationsOn } from "./operations.ts";

/** How many renders are submitted at once, and how many other requests are in flight. */
const AT_ONCE = 400;
const CLIENTS = 16;

const ORIGIN = "https://app.acme.example";

/** The cost of an operation in the database, each per operation. */
interface Cost {
  readonly statements: number;
  readonly transactions: number;
  readonly syncs: number;
}

/** The transactions of the database and the disk flushes of the server so far. */
const transactionsAndSyncs = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  // Backends report their transactions with a delay of up to a second.
  yield* Effect.sleep("1100 millis");
  const [row] = yield* sql<{ readonly transactions: number; readonly syncs: number }>`
    SELECT
      (xact_commit + xact_rollback)::float8 AS transactions,
      (SELECT wal_sync FROM pg_stat_wal)::float8 AS syncs
    FROM pg_stat_database
    WHERE datname = current_database()`;
  return row ?? { transactions: 0, syncs: 0 };
});

/** Starts a server on a database, with an integrator, and a receiver of webhooks. */
const startMeasuredServer = Effect.fnUntraced(function* (databaseUrl: string) {
  const dataDir = yield* makeDataDir;
  const adminKey = randomBytes(24).toString("hex");
  const { port } = yield* startServer([], {
    ...environment({ dataDir, databaseUrl }),
    RATE_LIMIT: "off",
    SERVICE_ADMIN_KEY: adminKey,
  });
  let received = 0;
  const receiver = yield* localServer((request, response) => {
    request.resume();
    request.on("end", () => {
      received++;
      response.end();
    });
  });
  const sendJson: MeasuredServer["send"] = async (method, path, json, headers) => {
    const body = json === undefined ? {} : { body: JSON.stringify(json) };
    const response = await Effect.runPromise(send(port, { method, path, headers, ...body }));
    if (response.status >= 300) throw new Error(`${method} ${path}: ${response.text}`);
    return response;
  };
  const organisation = { externalOrgId: "acme", allowedOrigins: [ORIGIN] };
  const provision = (): Promise<RawResponse> =>
    sendJson("POST", "/v1/admin/provision", organisation, { authorization: `Bearer ${adminKey}` });
  const server: MeasuredServer = {
    send: sendJson,
    key: String(fieldsOf(yield* Effect.promise(provision))["apiKey"]),
    origin: ORIGIN,
    outbox: path.join(dataDir, "outbox"),
    receiverUrl: `http://127.0.0.1:${receiver.port}/`,
    received: () => received,
  };
  return server;
});

const measure = Effect.gen(function* () {
  const databaseUrl = yield* freshDatabase(DATABASE_SERVER);
  const proxy = yield* countingProxy(databaseUrl);
  const server = yield* startMeasuredServer(proxy.url);
  const admin = yield* Layer.build(postgres({ url: Redacted.make(databaseUrl), dataDir: "" }));
  const state = Effect.map(Effect.provide(transactionsAndSyncs, admin), (figures) => ({
    ...figures,
    statements: proxy.statements(),
  }));

  const costOf = Effect.fnUntraced(function* (work: Effect.Effect<unknown>, count: number) {
    const before = yield* state;
    yield* work;
    const after = yield* state;
    const each = (name: keyof Cost) => Math.max(0, after[name] - before[name]) / count;
    return {
      statements: each("statements"),
      transactions: each("transactions"),
      syncs: each("syncs"),
    };
  });

  const costWith = Effect.fnUntraced(function* (
    { count, prepare, request, complete }: Operation,
    clients: number,
  ) {
    const inputs = prepare === undefined ? [] : yield* Effect.promise(() => prepare(count));
    const work = Effect.promise(async () => {
      await repeat(count, clients, (index) => request(inputs[index] ?? "", index));
      await complete?.();
    });
    return yield* costOf(work, count);
  });

  const { submit, call, operations } = yield* Effect.promise(() => operationsOn(server));
  const idle = yield* costOf(Effect.sleep("4 seconds"), 4);
  const rows: Array<readonly [string, Cost, Cost | undefined]> = [];
  const atOnce = Effect.promise(async () => {
    await repeat(AT_ONCE, AT_ONCE, submit);
    await waitForEmptyQueues(call);
  });
  yield* atOnce;
  rows.push([`render, ${AT_ONCE} at once`, yield* costOf(atOnce, AT_ONCE), undefined]);
  for (const operation of operations) {
    rows.push([operation.name, yield* costWith(operation, CLIENTS), yield* costWith(operation, 1)]);
  }
  return { idle, rows };
}).pipe(Effect.scoped);

/** Counts the statements, transactions and flushes of the hot paths; returns a section of `RESULTS.md`. */
export async function statementsSection(): Promise<string> {
  const { idle, rows } = await Effect.runPromise(measure);
  const cells = (cost: Cost | undefined) =>
    cost === undefined
      ? ["", "", ""]
      : [figure(cost.statements), figure(cost.transactions), figure(cost.syncs)];
  return `## Statements, transactions and flushes

${occasion("statements")}

Per operation, on a PostgreSQL server. A proxy counts the statements (BEGIN and COMMIT included), the server its
transactions and the flushes of its log. An idle server has ${figure(idle.statements)} statements a second, which are part of the figures.

${table(
  [
    "operation",
    `statements, ${CLIENTS} in flight`,
    "transactions",
    "flushes",
    "statements, one at a time",
    "transactions",
    "flushes",
  ],
  rows.map(([name, together, alone]) => [name, ...cells(together), ...cells(alone)]),
)}
`;
}
