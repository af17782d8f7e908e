import { freshDatabase } from "@paraph/database/testing/fresh_database";
import { Effect } from "effect";

import { DATABASE_SERVER } from "./database_server.ts";
import { DATA, TEMPLATE } from "./invoice.ts";
import { startProgram } from "./paraph_program.ts";
import { figure, occasion, table } from "./results.ts";
import { waitForEmptyQueues } from "./started_server.ts";
import { quantile } from "./statistics.ts";

const RENDERS = 20_000;
/** The number of renders that are submitted at once and awaited before the next. */
const BATCH = 200;
/** Memory is read after this many renders. */
const STEP = 1000;

/** Megabytes of a server: its whole memory, and the used heap of its main thread. */
interface Memory {
  readonly resident: number;
  readonly heap: number;
}

/** Memory after every thousand renders. */
const measure = Effect.fnUntraced(function* (databaseUrl?: string) {
  const { call } = yield* startProgram(databaseUrl);
  const submit = () => call("POST", "/v1/templates/invoice/render", { data: DATA });
  return yield* Effect.promise(async () => {
    await call("PUT", "/v1/templates/invoice", TEMPLATE);
    const memory: Array<Memory> = [];
    for (let count = BATCH; count <= RENDERS; count += BATCH) {
      await Promise.all(Array.from({ length: BATCH }, submit));
      await waitForEmptyQueues(call);
      if (count % STEP === 0) memory.push(memoryIn((await call("GET", "/metrics")).text));
    }
    return memory;
  });
}, Effect.scoped);

function memoryIn(metrics: string): Memory {
  const megabytesOf = (metric: string) =>
    Number(new RegExp(`^${metric} (\\S+)$`, "m").exec(metrics)?.[1]) / 1e6;
  return {
    resident: megabytesOf("process_resident_memory_bytes"),
    heap: megabytesOf("nodejs_heap_size_used_bytes"),
  };
}

/** Measures the memory of a server during long rendering; returns a section of `RESULTS.md`. */
export async function memorySection(): Promise<string> {
  const onServer = await Effect.runPromise(
    Effect.scoped(Effect.flatMap(freshDatabase(DATABASE_SERVER), measure)),
  );
  const embeddedMemory = await Effect.runPromise(measure());
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
  const heap = ({ heap }: Memory) => heap;
  return `## Memory over ${RENDERS.toLocaleString("en")} renders

${occasion("memory")}

Megabytes of \`paraph serve\` as it is, from its metrics after every ${STEP.toLocaleString("en")} renders of the invoice, ${BATCH} at once; the median of each
quarter. Resident is the whole process with its render threads; heap is the main thread's, with garbage that is not collected yet.

${table(
  ["", "1st quarter", "2nd", "3rd", "4th", "most", "4th to 1st"],
  [
    line("on a PostgreSQL server: resident", resident, onServer),
    line("heap", heap, onServer),
    line("on the embedded database: resident", resident, embeddedMemory),
    line("heap", heap, embeddedMemory),
  ],
)}
`;
}
