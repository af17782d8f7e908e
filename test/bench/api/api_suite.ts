import { fork } from "node:child_process";
import { once } from "node:events";

import { freshDatabase } from "@paraph/database/testing/fresh_database";
import { Effect, Schema } from "effect";

import { fieldsOf } from "../../../packages/http/_testing/body.ts";
import { DATABASE_SERVER } from "../database_server.ts";
import { DATA, TEMPLATE } from "../invoice.ts";
import { startProgram } from "../paraph_program.ts";
import { figure, occasion, table } from "../results.ts";
import { quantile } from "../statistics.ts";
import { load, type Load, type Target } from "./load.ts";

const CLIENTS = 16;
const SECONDS = 2;
const ROUNDS = 5;
const RENDERS = 30;

const PEERS = ["node:http", "Fastify", "Paraph"] as const;
type Peer = (typeof PEERS)[number];
type Loads = Readonly<Record<Peer, ReadonlyArray<Load>>>;

const StartMessage = Schema.Struct({ port: Schema.Int });

/** Starts a peer on the database of the server. */
const startPeer = Effect.fnUntraced(function* (peer: Peer, databaseUrl: string) {
  const child = yield* Effect.acquireRelease(
    Effect.sync(() => fork(new URL("./peer_process.ts", import.meta.url), [peer, databaseUrl])),
    (process) => Effect.sync(() => process.kill("SIGKILL")),
  );
  const [message] = yield* Effect.promise(() => once(child, "message"));
  return Schema.decodeUnknownSync(StartMessage)(message).port;
});

const measure = Effect.gen(function* () {
  const databaseUrl = yield* freshDatabase(DATABASE_SERVER);
  const { port, key, call } = yield* startProgram(databaseUrl);
  yield* Effect.promise(() => call("PUT", "/v1/templates/invoice", TEMPLATE));
  let id = "";
  for (let n = 0; n < RENDERS; n++) {
    const body = { data: DATA, options: { sync: true } };
    const response = yield* Effect.promise(() =>
      call("POST", "/v1/templates/invoice/render", body),
    );
    id = String(fieldsOf(response)["id"]);
  }
  const ports: Record<Peer, number> = {
    "node:http": yield* startPeer("node:http", databaseUrl),
    Fastify: yield* startPeer("Fastify", databaseUrl),
    Paraph: port,
  };
  const headers = { authorization: `Bearer ${key}` };
  const json = { ...headers, "content-type": "application/json" };
  const requests: Readonly<Record<string, Omit<Target, "port">>> = {
    "read one render": { method: "GET", path: `/v1/renders/${id}`, headers },
    "list 20 renders": { method: "GET", path: "/v1/renders?limit=20", headers },
    "create a share": {
      method: "POST",
      path: `/v1/renders/${id}/shares`,
      headers: json,
      body: "{}",
    },
  };

  const results: Array<readonly [request: string, loads: Loads]> = [];
  for (const [name, request] of Object.entries(requests)) {
    const loads = {
      "node:http": new Array<Load>(),
      Fastify: new Array<Load>(),
      Paraph: new Array<Load>(),
    };
    // In turns; the first one is the warm-up.
    for (let round = 0; round <= ROUNDS; round++) {
      for (const peer of PEERS) {
        const target = { ...request, port: ports[peer] };
        const measurement = yield* Effect.promise(() => load(target, CLIENTS, SECONDS));
        if (round > 0) loads[peer].push(measurement);
      }
    }
    results.push([name, loads]);
  }
  return results;
}).pipe(Effect.scoped);

const median = (loads: ReadonlyArray<Load>, of: (load: Load) => number) =>
  quantile(loads.map(of), 0.5);

/** Compares reads and writes of the API with bare servers that run the same queries. */
export async function apiSection(): Promise<string> {
  const results = await Effect.runPromise(measure);
  const rows = results.flatMap(([name, loads]) => {
    const floor = median(loads["node:http"], ({ perSecond }) => perSecond);
    return PEERS.map((peer) => {
      const rate = median(loads[peer], ({ perSecond }) => perSecond);
      return [
        name,
        peer,
        figure(rate),
        `${figure(rate / floor)} ×`,
        figure(median(loads[peer], ({ latency }) => latency.median)),
        figure(median(loads[peer], ({ latency }) => latency.p99)),
      ];
    });
  });
  return `## The API and bare servers

${occasion("api")}

${CLIENTS} clients that send the next request after each response, ${SECONDS} seconds at a time in ${ROUNDS} turns; medians of the turns. The peers are a bare
\`node:http\` and a Fastify over \`pg\`, each a process of its own on the same database, with the same queries in the same transactions and
nothing else: no schemas, limits, request ids, security headers, or log. Paraph does all of that, and is \`paraph serve\` as it is. Clients, server
and PostgreSQL share the machine.

${table(["request", "server", "per second", "of node:http", "median, ms", "p99, ms"], rows)}
`;
}
