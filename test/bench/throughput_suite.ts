import { execFileSync } from "node:child_process";

import { freshDatabase } from "@paraph/database/testing/fresh_database";
import { Effect } from "effect";

import { DATABASE_SERVER } from "./database_server.ts";
import { startDrawing } from "./drawing_floor.ts";
import { DATA, TEMPLATE } from "./invoice.ts";
import { startProgram } from "./paraph_program.ts";
import { figure, occasion, table } from "./results.ts";
import { waitForEmptyQueues } from "./started_server.ts";
import { quantile } from "./statistics.ts";

const RENDERS = 400;
/** After fewer rounds, V8 still optimizes code. */
const WARM_UP = 5;
const ROUNDS = 5;

/** Documents per second, in rounds of {@linkcode RENDERS} each. */
async function rateOf(round: () => Promise<unknown>): Promise<number> {
  const rates: Array<number> = [];
  for (let index = 0; index < WARM_UP + ROUNDS; index++) {
    const began = performance.now();
    await round();
    rates.push(RENDERS / ((performance.now() - began) / 1000));
  }
  return quantile(rates.slice(WARM_UP), 0.5);
}

/** Restricts a process to cores, such as `0` or `0,1`. */
function confine({ pid }: { readonly pid?: number | undefined }, cores: string): void {
  execFileSync("taskset", ["--all-tasks", "--cpu-list", "--pid", cores, String(pid)]);
}

/** Renders per second of a server. */
const measure = Effect.fnUntraced(function* (cores: string, databaseUrl?: string) {
  const { child, call } = yield* startProgram(databaseUrl);
  confine(child, cores);
  return yield* Effect.promise(async () => {
    await call("PUT", "/v1/templates/invoice", TEMPLATE);
    const submit = () => call("POST", "/v1/templates/invoice/render", { data: DATA });
    return await rateOf(async () => {
      await Promise.all(Array.from({ length: RENDERS }, submit));
      await waitForEmptyQueues(call);
    });
  });
}, Effect.scoped);

/** Documents per second of render threads alone. */
async function measureDrawing(cores: string): Promise<number> {
  const { child, draw, stop } = await startDrawing();
  try {
    confine(child, cores);
    return await rateOf(() => draw(RENDERS, RENDERS));
  } finally {
    await stop();
  }
}

/** Measures the throughput of a server on one core and on two; returns a section of `RESULTS.md`. */
export async function throughputSection(): Promise<string> {
  const onServer = (cores: string) =>
    Effect.runPromise(
      Effect.scoped(Effect.flatMap(freshDatabase(DATABASE_SERVER), (url) => measure(cores, url))),
    );
  const embedded = (cores: string) => Effect.runPromise(measure(cores));
  const rows = [
    ["a PostgreSQL server", await onServer("0"), await onServer("0,1")],
    ["the embedded database", await embedded("0"), await embedded("0,1")],
    ["nothing: drawing alone", await measureDrawing("0"), await measureDrawing("0,1")],
  ] as const;
  return `## Renders per second on one core and on two

${occasion("throughput")}

${RENDERS} invoices at once, from submission to the last success; the median of ${ROUNDS} rounds after
${WARM_UP} to warm up. The process of \`paraph serve\` as it is, its threads and its embedded database have the cores; the client and the
PostgreSQL server share the machine with it. The floor is the same threads drawing the same invoices with nothing around them: no requests,
queue, database, files or events.

${table(
  ["on", "one core", "two cores", "ratio"],
  rows.map(([name, one, two]) => [name, figure(one), figure(two), `${figure(two / one)} ×`]),
)}
`;
}
