import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

import { freshDatabase } from "@paraph/database/testing/fresh_database";
import { Effect } from "effect";

import {
  caller,
  createProjectKey,
  databaseLayer,
  type Deployment,
  environment,
  makeDataDir,
} from "../support/deployment.ts";
import { DATABASE_SERVER } from "./database_server.ts";
import { DATA, TEMPLATE } from "./invoice.ts";
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

const PARAPH = fileURLToPath(new URL("../../packages/cli/paraph.js", import.meta.url));

/** Starts `paraph serve` as operators do, so that it sets its own limits of memory. Returns its port. */
const startProgram = Effect.fnUntraced(function* (deployment: Deployment) {
  const { PATH = "", HOME = "" } = process.env;
  const settings = { PORT: "0", RATE_LIMIT: "off", LOG_FORMAT: "json", ...environment(deployment) };
  const { stdout } = yield* Effect.acquireRelease(
    Effect.sync(() =>
      spawn(process.execPath, [PARAPH, "serve"], {
        stdio: ["ignore", "pipe", "inherit"],
        env: { PATH, HOME, ...settings },
      }),
    ),
    (child) => Effect.sync(() => child.kill("SIGKILL")),
  );
  return yield* Effect.callback<number>((resume) => {
    let output = "";
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const port = /Listening on http:\/\/[^"]*:(\d+)/.exec(output)?.[1];
      if (port === undefined) return;
      stdout.off("data", read).resume();
      resume(Effect.succeed(Number(port)));
    };
    stdout.on("data", read);
  });
});

/** Memory after every thousand renders. */
const measure = Effect.fnUntraced(function* (databaseUrl?: string) {
  const dataDir = yield* makeDataDir;
  const deployment = databaseUrl === undefined ? { dataDir } : { dataDir, databaseUrl };
  // Only one process can open the embedded database, and the server makes the tables of the other.
  const createKey = Effect.provide(createProjectKey, databaseLayer(deployment));
  const early = databaseUrl === undefined ? yield* createKey : undefined;
  const port = yield* startProgram(deployment);
  const send = caller(port, early ?? (yield* createKey));
  const call = (method: string, route: string, json?: unknown) =>
    Effect.runPromise(send(method, route, json));
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
