import { Projects } from "@paraph/core/projects";
import { type ProjectId, Transaction } from "@paraph/core/values";
import { EventPublisher, Webhooks } from "@paraph/core/webhooks";
import { migrate, storesSql } from "@paraph/database";
import { postgres } from "@paraph/database/postgres";
import { Effect, Layer, References } from "effect";
import { Digest, Mac, SecureRandom } from "effect/crypto";

import { localServer } from "../../packages/testing/local_server.ts";
import { webhookWorker } from "../../packages/worker/mod.ts";
import { makeDataDir } from "../support/deployment.ts";
import { figure, occasion, table } from "./results.ts";
import { distribution } from "./statistics.ts";

/** Receivers that respond at once. */
const RECEIVERS = 8;
/** The number of events in a round; their interval avoids bursts, so that no event waits for another. */
const EVENTS = 60;
const EVERY = 100;
/** Rounds without and with a hanging receiver, in turns. */
const ROUNDS = ["without", "with", "with", "without", "without", "with"] as const;

/** Milliseconds from the commit of a change to its arrival at a receiver. */
const measure = Effect.gen(function* () {
  const projects = yield* Projects;
  const webhooks = yield* Webhooks;
  const { publish } = yield* EventPublisher;
  const { run } = yield* Transaction;
  const account = yield* projects.openAccount("Acme");
  const { id: project } = yield* projects.create(account.id, "Bench");

  const commitTimes = new Map<number, number>();
  const latencies: Array<number> = [];
  const quick = yield* localServer((request, response) => {
    const now = performance.now();
    const chunks: Array<Buffer> = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const n = Number(/"n":(\d+)/.exec(Buffer.concat(chunks).toString())?.[1]);
      latencies.push(now - (commitTimes.get(n) ?? now));
      response.end();
    });
  });
  const hanging = yield* localServer(() => {});
  for (let n = 0; n < RECEIVERS; n++) {
    const url = `http://127.0.0.1:${quick.port}/${n}`;
    yield* webhooks.create(project, { url, events: ["*"] });
  }
  const { id: hangingId } = yield* webhooks.create(project, {
    url: `http://127.0.0.1:${hanging.port}/`,
    events: ["*"],
  });

  let count = 0;
  const publishOne = Effect.fnUntraced(function* (projectId: ProjectId) {
    const n = count++;
    yield* run(publish({ projectId, type: "render.queued", data: { n } }));
    commitTimes.set(n, performance.now());
  });
  const round = Effect.fnUntraced(function* (kind: (typeof ROUNDS)[number]) {
    yield* webhooks.update(project, hangingId, { enabled: kind === "with" });
    const before = latencies.length;
    for (let n = 0; n < EVENTS; n++) {
      yield* publishOne(project);
      yield* Effect.sleep(EVERY);
    }
    const all = EVENTS * RECEIVERS;
    yield* Effect.repeat(Effect.sleep(50), { until: () => latencies.length - before >= all });
    return latencies.slice(before);
  });

  yield* round("without");
  const figures = { without: new Array<number>(), with: new Array<number>() };
  for (const kind of ROUNDS) figures[kind].push(...(yield* round(kind)));
  return { figures, hangingCalls: hanging.connections() };
});

/** Measures the effect of a hanging receiver on others; returns a section of `RESULTS.md`. */
export async function measureWebhooks(): Promise<string> {
  const services = Layer.unwrap(
    Effect.map(makeDataDir, (dataDir) =>
      Layer.mergeAll(
        Webhooks.layer({ allowPrivateNetwork: true }),
        Projects.layer,
        webhookWorker({ allowPrivateNetwork: true }),
      ).pipe(
        Layer.provideMerge(storesSql),
        Layer.provideMerge(Layer.effectDiscard(migrate)),
        Layer.provideMerge(postgres({ dataDir, url: undefined })),
        Layer.provideMerge(Layer.mergeAll(Mac.layerWebCrypto, Digest.layerWebCrypto)),
        Layer.provideMerge(SecureRandom.layerWebCrypto),
      ),
    ),
  );
  const quiet = Layer.succeed(References.MinimumLogLevel, "Error");
  const { figures, hangingCalls } = await Effect.runPromise(
    Effect.provide(Effect.scoped(measure), Layer.provideMerge(services, quiet)),
  );
  const without = distribution(figures.without);
  const withHanging = distribution(figures.with);
  const more = (withHanging.median / without.median - 1) * 100;
  const line = (name: string, { median, p99, longest }: typeof without) => [
    name,
    figure(median),
    figure(p99),
    figure(longest),
  ];
  return `## Deliveries next to a receiver that hangs

${occasion("webhooks")}

Milliseconds from the commit of a change to the first byte at a receiver: ${RECEIVERS} receivers that respond at once, an event every ${EVERY} ms,
${figures.without.length} deliveries of each kind in rounds that take turns, worker, receivers and embedded database in one process.
The ninth receiver never responds, and each call to it takes its full 15 seconds (${hangingCalls} calls began).

${table(
  ["while", "median", "p99", "longest"],
  [line("every receiver responds", without), line("one more hangs", withHanging)],
)}

The median changes by ${more.toFixed(1)} % (no more than 10 % wanted: ${more <= 10 ? "holds" : "does not hold"}).
`;
}
