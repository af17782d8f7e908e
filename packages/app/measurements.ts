import { monitorEventLoopDelay, performance } from "node:perf_hooks";

import { Measurements, METRICS, record, VERSION } from "@paraph/core/telemetry";
import { databaseConnections, waitingWork } from "@paraph/database";
import { Duration, Effect, Exit, Fiber, Layer, Option } from "effect";
import { SqlClient } from "effect/sql";

/** The database is queried at most once in this time. */
const CACHE_TTL = "5 seconds";

/** A slower database counts as down. */
const TIMEOUT = "2 seconds";

const NANOS = 1e9;

/** Records the seconds until the pool provides a connection, up to the time limit. */
const poolWait = Effect.flatMap(SqlClient.SqlClient, ({ reserve }) =>
  Effect.timed(Effect.timeoutOption(Effect.scoped(reserve), TIMEOUT)),
).pipe(Effect.flatMap(([wait]) => record(METRICS.poolWait, Duration.toSeconds(wait))));

/** Metrics of this process, and of the database that all processes share. */
export const measurements = Layer.effect(
  Measurements,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient;
    const scope = yield* Effect.scope;
    const query = Effect.all({ queues: waitingWork, connections: databaseConnections });
    const queryDatabase = Effect.andThen(poolWait, Effect.timeout(query, TIMEOUT)).pipe(
      Effect.provideService(SqlClient.SqlClient, sql),
      Effect.withTracerEnabled(false),
      Effect.exit,
      Effect.map(Exit.getSuccess),
    );
    // Cancelling a statement that hangs takes a while, so at most one runs.
    let running: Fiber.Fiber<Effect.Success<typeof queryDatabase>> | undefined;
    const database = Effect.gen(function* () {
      if (running?.pollUnsafe() !== undefined) running = undefined;
      running ??= yield* Effect.forkIn(queryDatabase, scope);
      const result = Option.flatten(yield* Effect.timeoutOption(Fiber.join(running), TIMEOUT));
      yield* record(METRICS.databaseUp, Option.isSome(result) ? 1 : 0);
      if (Option.isNone(result)) return;
      const { queues, connections } = result.value;
      for (const { kind: queue, count, oldestSeconds } of queues) {
        yield* record(METRICS.queueJobs, count, { queue });
        yield* record(METRICS.queueAge, oldestSeconds, { queue });
      }
      for (const { state, count } of connections) {
        yield* record(METRICS.databaseConnections, count, { state });
      }
    });
    const process = yield* processMetrics;
    const measure = Effect.andThen(yield* Effect.cachedWithTTL(database, CACHE_TTL), process);
    return Measurements.of({ measure });
  }),
);

/** Records metrics of the process. */
const processMetrics = Effect.gen(function* () {
  const delay = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const histogram = monitorEventLoopDelay({ resolution: 20 });
      histogram.enable();
      return histogram;
    }),
    (histogram) => Effect.sync(() => histogram.disable()),
  );
  let lastCpuSeconds = 0;
  return Effect.gen(function* () {
    const { rss, heapUsed, heapTotal } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    const cpuSeconds = (user + system) / 1e6;
    yield* record(METRICS.buildInfo, 1, { version: VERSION, node: process.version });
    yield* record(METRICS.startTime, performance.timeOrigin / 1000);
    yield* record(METRICS.cpuSeconds, cpuSeconds - lastCpuSeconds);
    lastCpuSeconds = cpuSeconds;
    yield* record(METRICS.residentBytes, rss);
    yield* record(METRICS.heapUsedBytes, heapUsed);
    yield* record(METRICS.heapTotalBytes, heapTotal);
    // Without samples there are no percentiles.
    if (delay.count === 0) return;
    yield* record(METRICS.loopDelay, delay.percentile(50) / NANOS, { quantile: "0.5" });
    yield* record(METRICS.loopDelay, delay.percentile(99) / NANOS, { quantile: "0.99" });
    delay.reset();
  });
});
