import * as os from "node:os";
import * as path from "node:path";

import { freshDatabase } from "@paraph/database/testing/fresh_database";
import { Effect, Schema } from "effect";

import { send } from "../../packages/http/_testing/http_client.ts";
import { DATABASE_SERVER } from "./database_server.ts";
import { DATA, TEMPLATE } from "./invoice.ts";
import { recipientsOn, repeat } from "./recipients.ts";
import { figure, occasion, table } from "./results.ts";
import { type Call, startServer } from "./started_server.ts";
import { quantile } from "./statistics.ts";

/** Recipients who finish one after the other, and at once. */
const [ALONE, AT_ONCE] = [9, 50];

const ROUNDS = 5;

/** The wanted times until a request is completed, in seconds. */
const [MAX_ALONE, MAX_LAST] = [2, 10];

const Submitted = Schema.Struct({ id: Schema.String });
const Requests = Schema.Struct({
  signatures: Schema.Array(Schema.Struct({ status: Schema.String })),
});

/** The seconds from Finish to `completed`: of one request, and of the last of many. */
interface Times {
  readonly alone: ReadonlyArray<number>;
  readonly last: ReadonlyArray<number>;
}

/** Fails at a response that is no success: the suite would wait for its work without end. */
const succeeding =
  (call: Call): Call =>
  async (method, route, json) => {
    const response = await call(method, route, json);
    if (response.status < 300) return response;
    throw new Error(`${method} ${route}: ${response.status}`);
  };

async function measure(databaseUrl?: string): Promise<Times> {
  const server = await startServer(databaseUrl);
  const { port } = server;
  const call = succeeding(server.call);
  const visit = succeeding((method, route, json) =>
    Effect.runPromise(send(port, { method, path: route, body: JSON.stringify(json) })),
  );
  try {
    await call("PUT", "/v1/templates/invoice", TEMPLATE);
    const outbox = path.join(server.dataDir, "outbox");
    const { invite, submission } = recipientsOn({ call, visit, outbox });
    /** Seconds from the first Finish to the last `completed`, in requests of one document. */
    const finish = async (count: number) => {
      const options = { sync: true };
      const rendered = await call("POST", "/v1/templates/invoice/render", { data: DATA, options });
      const renderId = Schema.decodeUnknownSync(Submitted)(rendered.json).id;
      const tokens = await invite(renderId, count);
      const submissions = await repeat(count, 8, (index) => submission(tokens[index] ?? ""));
      const start = performance.now();
      await Promise.all(submissions.map(([route, body]) => visit("POST", route, body)));
      const query = `/v1/signatures?renderId=${renderId}&limit=100`;
      for (;;) {
        const { json } = await call("GET", query);
        const { signatures } = Schema.decodeUnknownSync(Requests)(json);
        if (signatures.filter(({ status }) => status === "completed").length === count) break;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return (performance.now() - start) / 1000;
    };
    await finish(1);
    const [alone, last]: [Array<number>, Array<number>] = [[], []];
    for (let index = 0; index < ALONE; index++) alone.push(await finish(1));
    for (let round = 0; round < ROUNDS; round++) last.push(await finish(AT_ONCE));
    return { alone, last };
  } finally {
    await server.stop();
  }
}

/** Measures from Finish to `completed`; returns a section of `RESULTS.md`. */
export async function finishSection(): Promise<string> {
  const [load = 0] = os.loadavg();
  const embedded = await measure();
  const postgres = await Effect.runPromise(
    Effect.scoped(
      Effect.flatMap(freshDatabase(DATABASE_SERVER), (url) => Effect.promise(() => measure(url))),
    ),
  );
  const row = (name: string, { alone, last }: Times) => [
    name,
    figure(quantile(alone, 0.5)),
    figure(Math.max(...alone)),
    figure(quantile(last, 0.5)),
    figure(Math.max(...last)),
  ];
  const holds = [embedded, postgres].every(
    ({ alone, last }) => quantile(alone, 0.5) <= MAX_ALONE && quantile(last, 0.5) <= MAX_LAST,
  );
  return `## From Finish to the signed document

${occasion("finish")}

Seconds from the request that finishes signing to the status \`completed\`: the signed document and its certificate are made,
verified and archived. ${ALONE} recipients one after the other, and ${AT_ONCE} at once, ${ROUNDS} times; the document is the invoice of
\`examples/\`. The client polls every 20 ms and shares the machine with the server. The load average of the minute before the
start was ${figure(load)}.

${table(
  [
    "database",
    "one, median",
    "one, longest",
    `last of ${AT_ONCE}, median`,
    `last of ${AT_ONCE}, longest`,
  ],
  [row("embedded", embedded), row("PostgreSQL", postgres)],
)}

At most ${MAX_ALONE} s for one and ${MAX_LAST} s for the last of ${AT_ONCE} is wanted: ${holds ? "holds" : "does not hold"}.
`;
}
