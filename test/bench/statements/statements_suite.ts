import { postgres } from "@paraph/database/postgres";
import { freshDatabase } from "@paraph/database/testing/fresh_database";
import { Effect, Layer, Redacted } from "effect";
import { SqlClient } from "effect/sql";

import { fieldsOf } from "../../../packages/http/_testing/body.ts";
import { DATABASE_SERVER } from "../database_server.ts";
import { DATA, TEMPLATE } from "../invoice.ts";
import { figure, occasion, table } from "../results.ts";
import { startServer, waitForEmptyQueues } from "../started_server.ts";
import { countingProxy } from "./counting_proxy.ts";

/** Requests of each operation, and how many of them are in flight. */
const REQUESTS = 400;
const CLIENTS = 16;

/** The cost of an operation in the database, each per operation. */
interface Cost {
  readonly statements: number;
  readonly transactions: number;
  readonly syncs: number;
}

/** Runs requests with this many in flight. */
async function repeat(request: () => Promise<unknown>, clients: number): Promise<void> {
  let remaining = REQUESTS;
  const client = async () => {
    while (remaining-- > 0) await request();
  };
  await Promise.all(Array.from({ length: clients }, client));
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

const measure = Effect.gen(function* () {
  const databaseUrl = yield* freshDatabase(DATABASE_SERVER);
  const proxy = yield* countingProxy(databaseUrl);
  const { call } = yield* Effect.acquireRelease(
    Effect.promise(() => startServer(proxy.url)),
    ({ stop }) => Effect.promise(stop),
  );
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

  yield* Effect.promise(() => call("PUT", "/v1/templates/invoice", TEMPLATE));
  const submit = () => call("POST", "/v1/templates/invoice/render", { data: DATA });
  const sync = () =>
    call("POST", "/v1/templates/invoice/render", { data: DATA, options: { sync: true } });
  const id = String(fieldsOf(yield* Effect.promise(sync))["id"]);
  const share = () => call("POST", `/v1/renders/${id}/shares`, {});
  const { shareToken } = fieldsOf(yield* Effect.promise(share));
  const operations: Readonly<Record<string, () => Promise<unknown>>> = {
    "render, `sync`": sync,
    "read a render": () => call("GET", `/v1/renders/${id}`),
    "list 20 renders": () => call("GET", "/v1/renders?limit=20"),
    "create a share": share,
    "open a share page": () => call("GET", `/share/${String(shareToken)}`),
    "read events": () => call("GET", "/v1/events?limit=20"),
    "read engagement": () => call("GET", `/v1/renders/${id}/engagement`),
  };
  const idle = yield* costOf(Effect.sleep("4 seconds"), 4);
  const rows: Array<readonly [string, Cost, Cost | undefined]> = [];
  const atOnce = Effect.promise(async () => {
    await Promise.all(Array.from({ length: REQUESTS }, submit));
    await waitForEmptyQueues(call);
  });
  yield* atOnce;
  rows.push([`render, ${REQUESTS} at once`, yield* costOf(atOnce, REQUESTS), undefined]);
  for (const [name, request] of Object.entries(operations)) {
    const of = (clients: number) =>
      costOf(
        Effect.promise(() => repeat(request, clients)),
        REQUESTS,
      );
    rows.push([name, yield* of(CLIENTS), yield* of(1)]);
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

Per operation, ${REQUESTS} of each, on a PostgreSQL server. A proxy counts the statements (BEGIN and COMMIT included), the server its
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
