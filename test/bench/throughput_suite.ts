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

/** Makes {@linkcode RENDERS} documents. */
type Round = () => Promise<unknown>;

/** Documents per second of each. They take turns, because the speed of a machine changes within minutes. */
async function ratesOf(rounds: ReadonlyArray<Round>): Promise<ReadonlyArray<number>> {
  const rates = rounds.map(() => new Array<number>());
  for (let index = 0; index < WARM_UP + ROUNDS; index++) {
    for (const [position, round] of rounds.entries()) {
      const began = performance.now();
      await round();
      rates[position]?.push(RENDERS / ((performance.now() - began) / 1000));
    }
  }
  return rates.map((each) => quantile(each.slice(WARM_UP), 0.5));
}

/** Restricts a process to cores, such as `0` or `0,1`. */
function confine({ pid }: { readonly pid?: number | undefined }, cores: string): void {
  execFileSync("taskset", ["--all-tasks", "--cpu-list", "--pid", cores, String(pid)]);
}

/** Renders on a server. */
const serviceRound = Effect.fnUntraced(function* (cores: string, databaseUrl?: string) {
  const { child, call } = yield* startProgram(databaseUrl);
  confine(child, cores);
  yield* Effect.promise(() => call("PUT", "/v1/templates/invoice", TEMPLATE));
  const submit = () => call("POST", "/v1/templates/invoice/render", { data: DATA });
  return async () => {
    await Promise.all(Array.from({ length: RENDERS }, submit));
    await waitForEmptyQueues(call);
  };
});

/** Draws on render threads alone. */
const drawingRound = Effect.fnUntraced(function* (cores: string) {
  const { child, draw } = yield* Effect.acquireRelease(Effect.promise(startDrawing), ({ stop }) =>
    Effect.promise(stop),
  );
  confine(child, cores);
  return () => draw(RENDERS, RENDERS);
});

const measure = Effect.fnUntraced(function* (cores: string) {
  const databaseUrl = yield* freshDatabase(DATABASE_SERVER);
  const rounds: ReadonlyArray<Round> = [
    yield* serviceRound(cores, databaseUrl),
    yield* serviceRound(cores),
    yield* drawingRound(cores),
  ];
  return yield* Effect.promise(() => ratesOf(rounds));
}, Effect.scoped);

const SUBJECTS = [
  "a PostgreSQL server",
  "the embedded database",
  "nothing: drawing alone",
] as const;

/** Measures the throughput of a server on one core and on two; returns a section of `RESULTS.md`. */
export async function throughputSection(): Promise<string> {
  const one = await Effect.runPromise(measure("0"));
  const two = await Effect.runPromise(measure("0,1"));
  const ofDrawing = (rates: ReadonlyArray<number>, index: number) =>
    `${figure(rates[index]! / rates.at(-1)!)} ×`;
  return `## Renders per second on one core and on two

${occasion("throughput")}

${RENDERS} invoices at once, from submission to the last success; the median of ${ROUNDS} rounds after
${WARM_UP} to warm up, in turns. The process of \`paraph serve\` as it is, its threads and its embedded database have the cores; the client and
the PostgreSQL server share the machine with it. The floor is the same threads drawing the same invoices with nothing around them: no
requests, queue, database, files or events.

${table(
  ["on", "one core", "of drawing alone", "two cores", "of drawing alone"],
  SUBJECTS.map((subject, index) => [
    subject,
    figure(one[index]!),
    ofDrawing(one, index),
    figure(two[index]!),
    ofDrawing(two, index),
  ]),
)}
`;
}
