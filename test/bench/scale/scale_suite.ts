import { Effect } from "effect";

import { DATABASE_SERVER } from "../database_server.ts";
import { figure, occasion, table } from "../results.ts";
import { quantile } from "../statistics.ts";
import { startScaleServer, type ScaleServer } from "./place.ts";
import { REQUESTS, type RequestSpec } from "./requests.ts";

const MANY = 1_000_000;
/** An almost empty database, but with full pages, so that responses have the same length. */
const FEW = 10_000;
const ROUNDS = 6;
const TIMES = 30;

/** The milliseconds of repeated requests. */
const timeRequests = Effect.fnUntraced(function* (
  place: ScaleServer,
  specOf: (place: ScaleServer) => RequestSpec,
) {
  const times: Array<number> = [];
  for (let attempt = 0; attempt < TIMES; attempt++) {
    const { method, path, json, as } = specOf(place);
    const began = performance.now();
    const { status, text } = yield* place.call(method, path, json, as);
    times.push(performance.now() - began);
    if (status >= 500 || status === 401) throw new Error(`${method} ${path}: ${status} ${text}`);
  }
  return times;
});

const measure = Effect.gen(function* () {
  const few = yield* startScaleServer(DATABASE_SERVER, FEW);
  const many = yield* startScaleServer(DATABASE_SERVER, MANY);
  const rows: Array<
    readonly [name: string, few: number, many: number, slow: number, slower: number]
  > = [];
  for (const [name, specOf] of Object.entries(REQUESTS)) {
    const times = { few: new Array<number>(), many: new Array<number>() };
    yield* timeRequests(few, specOf);
    yield* timeRequests(many, specOf);
    for (let round = 0; round < ROUNDS; round++) {
      // In turns, so that other load affects both.
      times.few.push(...(yield* timeRequests(few, specOf)));
      times.many.push(...(yield* timeRequests(many, specOf)));
    }
    rows.push([
      name,
      quantile(times.few, 0.5),
      quantile(times.many, 0.5),
      quantile(times.few, 0.95),
      quantile(times.many, 0.95),
    ]);
  }
  return rows;
}).pipe(Effect.scoped);

/** Compares all requests on a table of a million renders with those on a small one. */
export async function scaleSection(): Promise<string> {
  const rows = await Effect.runPromise(measure);
  const worst = Math.max(...rows.map(([, , , few, many]) => many / few));
  return `## A million renders

${occasion("scale")}

Milliseconds from request to response, one at a time, ${ROUNDS * TIMES} of each in rounds that take turns: a server on a database with ${MANY.toLocaleString("en")}
renders in one project (and their events, deliveries, done jobs, shares, engagement, emails, signature requests), next to one
with ${FEW.toLocaleString("en")}, enough for a page of everything. Both on one PostgreSQL server, which shares the machine with them.

${table(
  ["request", "median, few", "median, a million", "p95, few", "p95, a million", "ratio of p95"],
  rows.map(([name, ...times]) => [name, ...times.map(figure), `${figure(times[3] / times[2])} ×`]),
)}

The worst p95 is ${figure(worst)} times that of the small table (no more than 1.5 wanted: ${worst <= 1.5 ? "holds" : "does not hold"}).
`;
}
