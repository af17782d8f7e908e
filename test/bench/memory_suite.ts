import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

import { freshDatabase } from "@paraph/database/testing/fresh_database";
import { Effect } from "effect";

import { DATABASE_SERVER } from "./database_server.ts";
import { DATA, TEMPLATE } from "./invoice.ts";
import { figure, occasion, table } from "./results.ts";
import { startServer, waitForEmptyQueues } from "./started_server.ts";
import { quantile } from "./statistics.ts";

const RENDERS = 20_000;
/** The number of renders that are submitted at once and awaited before the next. */
const BATCH = 200;
/** Memory is read after this many renders. */
const STEP = 1000;

/** Megabytes of a server: its whole memory, and the live heap of its main thread. */
interface Memory {
  readonly resident: number;
  readonly live: number;
}

async function memoryOf(child: ChildProcess): Promise<Memory> {
  const response = once(child, "message");
  child.send("memory");
  return (await response)[0];
}

/** Memory after every thousand renders. */
async function measure(databaseUrl?: string): Promise<ReadonlyArray<Memory>> {
  const { child, call, stop } = await startServer(databaseUrl);
  try {
    await call("PUT", "/v1/templates/invoice", TEMPLATE);
    const memory: Array<Memory> = [];
    for (let count = BATCH; count <= RENDERS; count += BATCH) {
      const submit = () => call("POST", "/v1/templates/invoice/render", { data: DATA });
      await Promise.all(Array.from({ length: BATCH }, submit));
      await waitForEmptyQueues(call);
      if (count % STEP === 0) memory.push(await memoryOf(child));
    }
    return memory;
  } finally {
    await stop();
  }
}

/** Measures the memory of a server during long rendering; returns a section of `RESULTS.md`. */
export async function memorySection(): Promise<string> {
  const onServer = await Effect.runPromise(
    freshDatabase(DATABASE_SERVER).pipe(
      Effect.flatMap((url) => Effect.promise(() => measure(url))),
      Effect.scoped,
    ),
  );
  const embeddedMemory = await measure();
  const quarter = RENDERS / STEP / 4;
  const median = (values: ReadonlyArray<number>) => quantile(values, 0.5);
  const line = (name: string, of: (memory: Memory) => number, memory: ReadonlyArray<Memory>) => {
    const values = memory.map(of);
    const quarters = [0, 1, 2, 3].map((index) =>
      median(values.slice(index * quarter, (index + 1) * quarter)),
    );
    const [first = 0, last = 0] = [quarters[0], quarters[3]];
    return [
      name,
      ...[...quarters, Math.max(...values)].map((value) => Math.round(value).toString()),
      `${figure(last / first)} ×`,
    ];
  };
  const resident = ({ resident }: Memory) => resident;
  const live = ({ live }: Memory) => live;
  return `## Memory over ${RENDERS.toLocaleString("en")} renders

${occasion("memory")}

Megabytes of \`paraph serve\`, read after every ${STEP.toLocaleString("en")} renders of the invoice, ${BATCH} at once; the median of each quarter. Resident is the
whole process with its render threads, and what the allocator keeps for next time; needed is what the main thread's collector leaves.

${table(
  ["", "1st quarter", "2nd", "3rd", "4th", "most", "4th to 1st"],
  [
    line("on a PostgreSQL server: resident", resident, onServer),
    line("needed", live, onServer),
    line("on the embedded database: resident", resident, embeddedMemory),
    line("needed", live, embeddedMemory),
  ],
)}
`;
}
