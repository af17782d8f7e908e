import { execFileSync } from "node:child_process";

import { Effect } from "effect";

import { freshDatabase } from "../fresh_database.ts";
import { DATABASE_SERVER } from "./database_server.ts";
import { DATA, TEMPLATE } from "./invoice.ts";
import { figure, occasion, table } from "./results.ts";
import { startServer, untilNothingWaits } from "./started_server.ts";
import { quantile } from "./statistics.ts";

const RENDERS = 400;
const ROUNDS = 5;

/** Renders per second of a server that has the cores of a list, such as `0` or `0,1`. */
async function measure(cores: string, databaseUrl?: string): Promise<number> {
  const { child, call, stop } = await startServer(databaseUrl);
  try {
    execFileSync("taskset", ["--all-tasks", "--cpu-list", "--pid", cores, String(child.pid)]);
    await call("PUT", "/v1/templates/invoice", TEMPLATE);
    const rates: Array<number> = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const began = performance.now();
      const submit = () => call("POST", "/v1/templates/invoice/render", { data: DATA });
      await Promise.all(Array.from({ length: RENDERS }, submit));
      await untilNothingWaits(call);
      rates.push(RENDERS / ((performance.now() - began) / 1000));
    }
    // The first round warms up.
    return quantile(rates.slice(1), 0.5);
  } finally {
    await stop();
  }
}

/** Measures how many documents a server draws on one core and on two, and tells. */
export async function throughputSection(): Promise<string> {
  const onServer = (cores: string) =>
    Effect.runPromise(
      freshDatabase(DATABASE_SERVER).pipe(
        Effect.flatMap((url) => Effect.promise(() => measure(cores, url))),
        Effect.scoped,
      ),
    );
  const rows = [
    ["a PostgreSQL server", await onServer("0"), await onServer("0,1")],
    ["the embedded database", await measure("0"), await measure("0,1")],
  ] as const;
  return `## Renders per second on one core and on two

${occasion("throughput")}

${RENDERS} invoices at once, from submission to the last success; the median of ${ROUNDS} rounds. The process of the server, its threads and its
embedded database have the cores; the client and the PostgreSQL server share the machine with it.

${table(
  ["on", "one core", "two cores", "ratio"],
  rows.map(([name, one, two]) => [name, figure(one), figure(two), `${figure(two / one)} ×`]),
)}
`;
}
