/**
 * The measured server in a separate process: `paraph serve` with the delays of its event loop. Replies to any
 * message with the delays since the previous one.
 */
import { monitorEventLoopDelay, performance } from "node:perf_hooks";

import { Effect, Fiber, Layer, References } from "effect";
import { HttpServer } from "effect/http";

import { server } from "../../packages/cli/_programs/serve.ts";
import { createProjectKey, settingsOf } from "../support/deployment.ts";

const [dataDir = "", databaseUrl] = process.argv.slice(2);
const deployment = { dataDir, ...(databaseUrl === undefined ? {} : { databaseUrl }) };
const MILLISECOND = 1e6;

const running = Layer.unwrap(
  Effect.map(settingsOf(deployment), (settings) => server(settings, { worker: true })),
);

/** The longest turn of the loop by work of this thread; delays by other processes do not count. */
let mostWork = 0;
let before = process.threadCpuUsage();
setInterval(() => {
  const now = process.threadCpuUsage();
  mostWork = Math.max(mostWork, (now.user + now.system - before.user - before.system) / 1000);
  before = now;
}, 5);

const delays = monitorEventLoopDelay({ resolution: 1 });
delays.enable();

process.on("message", () => {
  process.send?.({
    median: delays.percentile(50) / MILLISECOND,
    p99: delays.percentile(99) / MILLISECOND,
    longest: delays.max / MILLISECOND,
    mostWork,
    busy: performance.eventLoopUtilization(previousUtilization).utilization,
  });
  delays.reset();
  mostWork = 0;
  previousUtilization = performance.eventLoopUtilization();
});
let previousUtilization = performance.eventLoopUtilization();

const announce = Effect.gen(function* () {
  const key = yield* createProjectKey;
  const otherKey = yield* createProjectKey;
  const { address } = yield* HttpServer.HttpServer;
  process.send?.({ key, otherKey, port: "port" in address ? address.port : 0 });
});

const serving = Layer.effectDiscard(announce).pipe(
  Layer.provide(running),
  Layer.provide(Layer.succeed(References.MinimumLogLevel, "Warn")),
  Layer.launch,
  Effect.runFork,
);

process.once("SIGTERM", async () => {
  await Effect.runPromise(Fiber.interrupt(serving));
  process.exit();
});
