import * as fs from "node:fs";

import { Effect } from "effect";

import { freshDatabase } from "../fresh_database.ts";
import { DATABASE_SERVER } from "./database_server.ts";
import { DATA, TEMPLATE } from "./invoice.ts";
import { occasion, table } from "./results.ts";
import { startServer, untilNothingWaits } from "./started_server.ts";
import { quantile } from "./statistics.ts";

const RENDERS = 20_000;
/** So many are submitted at once, and waited for before the next. */
const BATCH = 200;
/** Memory is looked at after so many. */
const STEP = 1000;

/** Megabytes that a process has in memory. */
function residentOf(pid: number | undefined): number {
  const status = fs.readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** Memory after every thousand renders. */
async function measure(databaseUrl?: string): Promise<ReadonlyArray<number>> {
  const { child, call, stop } = await startServer(databaseUrl);
  try {
    await call("PUT", "/v1/templates/invoice", TEMPLATE);
    const memory: Array<number> = [];
    for (let done = BATCH; done <= RENDERS; done += BATCH) {
      const submit = () => call("POST", "/v1/templates/invoice/render", { data: DATA });
      await Promise.all(Array.from({ length: BATCH }, submit));
      await untilNothingWaits(call);
      if (done % STEP === 0) memory.push(residentOf(child.pid));
    }
    return memory;
  } finally {
    await stop();
  }
}

/** Measures what a server has in memory while it renders for a long time, and tells. */
export async function memorySection(): Promise<string> {
  const onServer = await Effect.runPromise(
    freshDatabase(DATABASE_SERVER).pipe(
      Effect.flatMap((url) => Effect.promise(() => measure(url))),
      Effect.scoped,
    ),
  );
  const rows = [
    ["on a PostgreSQL server", onServer],
    ["on the embedded database", await measure()],
  ] as const;
  const quarter = RENDERS / STEP / 4;
  const column = (memory: ReadonlyArray<number>, from: number) =>
    Math.round(quantile(memory.slice(from * quarter, (from + 1) * quarter), 0.5)).toString();
  return `## Memory over ${RENDERS.toLocaleString("en")} renders

${occasion("memory")}

Resident megabytes of \`paraph serve\` with its render threads, looked at after every ${STEP.toLocaleString("en")} renders of the invoice, ${BATCH} at once; the median
of each quarter.

${table(
  ["server", "1st quarter", "2nd", "3rd", "4th", "most"],
  rows.map(([name, memory]) => [
    name,
    ...[0, 1, 2, 3].map((from) => column(memory, from)),
    Math.round(Math.max(...memory)).toString(),
  ]),
)}
`;
}
