import * as net from "node:net";

import { assert, describe, it } from "@effect/vitest";
import { readSettings } from "@paraph/app/settings";
import { ConfigProvider, Effect, Layer, Logger } from "effect";
import { RateLimiter } from "effect/persistence";

import { rateLimiter } from "./rate_limiter.ts";

const REDIS = { host: "127.0.0.1", port: 6379 };

const isRedisRunning = await new Promise<boolean>((resolve) => {
  const socket = net.connect(REDIS, () => {
    socket.end();
    resolve(true);
  });
  socket.on("error", () => resolve(false));
});

/** A proxy to Redis that can be cut off or made to swallow its input. */
const wayToRedis = Effect.acquireRelease(
  Effect.callback<{ port: number; cut: () => void; heal: () => void; hang: () => void }>(
    (resume) => {
      let state: "open" | "hanging" = "open";
      const sockets = new Set<net.Socket>();
      const listeners: Array<() => void> = [];
      const server = net.createServer((client) => {
        const redis = net.connect(REDIS);
        for (const socket of [client, redis]) sockets.add(socket.on("error", () => {}));
        client.pipe(redis);
        redis.pipe(client);
        const listen = () => (state === "hanging" ? client.pause() : client.resume());
        listeners.push(listen);
        client.on("close", () => redis.destroy());
      });
      server.listen(0, "127.0.0.1", () => {
        const address = server.address();
        const port = address !== null && typeof address === "object" ? address.port : 0;
        const cut = () => {
          for (const socket of sockets) socket.destroy();
          server.close();
        };
        const turn = (to: typeof state) => () => {
          state = to;
          for (const listen of listeners) listen();
        };
        const [hang, heal] = [turn("hanging"), turn("open")];
        resume(Effect.succeed({ port, cut, heal, hang }));
      });
    },
  ),
  ({ cut }) => Effect.sync(cut),
);

/** A server that accepts connections and never responds or closes them. */
const silentServer = Effect.acquireRelease(
  Effect.callback<{ port: number; end: () => void }>((resume) => {
    const sockets = new Set<net.Socket>();
    const server = net.createServer((socket) => {
      sockets.add(socket.on("error", () => socket.destroy()));
    });
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = address !== null && typeof address === "object" ? address.port : 0;
      const end = () => {
        for (const socket of sockets) socket.destroy();
        server.close();
      };
      resume(Effect.succeed({ port, end }));
    });
  }),
  ({ end }) => Effect.sync(end),
);

describe("rateLimiter() with a Redis that never responds", () => {
  it.live("counts requests in the process, and shuts down", () =>
    Effect.gen(function* () {
      const { port } = yield* silentServer;
      const settings = yield* Effect.provideService(
        readSettings,
        ConfigProvider.ConfigProvider,
        ConfigProvider.fromEnv({ env: { REDIS_URL: `redis://127.0.0.1:${port}` } }),
      );
      const limiter = rateLimiter(settings).pipe(
        Layer.provideMerge(Logger.layer([Logger.make(() => {})])),
      );
      const request = Effect.flatMap(RateLimiter.RateLimiter, ({ consume }) =>
        consume({ key: "silent", limit: 10, window: "10 minutes" }),
      );
      const { remaining } = yield* Effect.provide(request, limiter);
      assert.strictEqual(remaining, 9);
    }),
  );
});

describe.skipIf(!isRedisRunning)("rateLimiter()", () => {
  it.live(
    "counts requests in the process, at once and with one warning, while Redis does not respond",
    () =>
      Effect.gen(function* () {
        const way = yield* wayToRedis;
        const warnings: Array<string> = [];
        const settings = yield* Effect.provideService(
          readSettings,
          ConfigProvider.ConfigProvider,
          ConfigProvider.fromEnv({ env: { REDIS_URL: `redis://127.0.0.1:${way.port}` } }),
        );
        const log = Logger.make(({ message }) => warnings.push(String(message)));
        const limiter = rateLimiter(settings).pipe(Layer.provideMerge(Logger.layer([log])));
        const requests = Effect.gen(function* () {
          const { consume } = yield* RateLimiter.RateLimiter;
          const key = `test:${process.pid}:${way.port}`;
          const left = Effect.map(
            Effect.timeout(consume({ key, limit: 10, window: "10 minutes" }), "5 seconds"),
            ({ remaining }) => remaining,
          );
          assert.deepStrictEqual([yield* left, yield* left, yield* left], [9, 8, 7]);
          way.hang();
          assert.strictEqual(yield* left, 9);
          way.heal();
          // Redis has now received the request that no caller waits for.
          assert.strictEqual(yield* left, 5);
          way.cut();
          yield* Effect.sleep("100 millis");
          assert.deepStrictEqual([yield* left, yield* left], [8, 7]);
          const reminders = warnings.filter((text) => text.includes("REDIS_URL does not respond"));
          assert.strictEqual(reminders.length, 1);
        }).pipe(Effect.ensuring(Effect.sync(way.hang)));
        yield* Effect.provide(requests, limiter);
      }),
  );
});
