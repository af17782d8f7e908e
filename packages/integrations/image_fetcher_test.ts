import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";

import { assert, layer } from "@effect/vitest";
import { ImageFetcher } from "@paraph/core/renders";
import { dataOf, drawingOf, layoutOf, manifestOf } from "@paraph/pdf/testing/fixtures";
import { localServer } from "@paraph/testing/local_server";
import { Effect, Fiber } from "effect";
import { TestClock } from "effect/testing";

import { imageFetcherHttp } from "./image_fetcher.ts";

const FULL = Buffer.alloc(5 * 1024 * 1024);
const BOMB = gzipSync(Buffer.alloc(50_000_000));

/** Goes on for as long as somebody listens. */
const dripping = (response: ServerResponse, drip: () => void) => {
  const timer = setInterval(drip, 5);
  response.on("close", () => clearInterval(timer));
};

const pump = (response: ServerResponse): void => {
  while (!response.destroyed && response.write(FULL));
  if (!response.destroyed) response.once("drain", () => pump(response));
};

/** Servers that never come to an end, each in its way; a fetch of any ends with its time. */
const ENDLESS: Readonly<Record<string, (response: ServerResponse) => void>> = {
  silence: () => {},
  "a byte now and then": (response) => {
    response.writeHead(200, { "content-type": "image/png" });
    dripping(response, () => response.write("x"));
  },
  "a header now and then": (response) => {
    response.socket?.write("HTTP/1.1 200 OK\r\n");
    dripping(response, () => response.socket?.write("x: y\r\n"));
  },
  "one more moment": (response) => dripping(response, () => response.writeContinue()),
};

/** Servers that say more than is true, or than anybody wants. */
const LYING: ReadonlyArray<readonly [string, RegExp, (response: ServerResponse) => void]> = [
  ["what never ends", /larger than/, (response) => pump(response.writeHead(200))],
  [
    "10 GB",
    /larger than/,
    (response) => pump(response.writeHead(200, { "content-length": 10_000_000_000 })),
  ],
  [
    "less than it announces",
    /broke off/,
    (response) => {
      response.writeHead(200, { "content-length": 1000 });
      response.write("x", () => response.destroy());
    },
  ],
  [
    "round and round",
    /answered 302/,
    (response) => response.writeHead(302, { location: "/" }).end(),
  ],
];

const drawing = (port: number, count = 1) => {
  const keys = Array.from({ length: count }, (_, at) => `image${at}`);
  const manifest = manifestOf(
    keys.map((key) => ({ key, label: key, dataType: "image", required: false })),
  );
  const values = keys.map((key) => [key, `http://127.0.0.1:${port}/${key}`]);
  const data = dataOf(Object.fromEntries(values));
  return drawingOf({ layout: layoutOf(), manifest, data });
};

/** Waits for what happens in real time, whatever the clock of the test says. */
const until = (holds: () => boolean) =>
  Effect.promise(async () => {
    while (!holds()) await new Promise((resolve) => setImmediate(resolve));
  });

layer(imageFetcherHttp({ allowPrivateNetwork: true }))("ImageFetcher", (it) => {
  const fetchAll = Effect.fnUntraced(function* (port: number, count?: number) {
    return yield* (yield* ImageFetcher).fetchAll(drawing(port, count));
  });

  it.effect.each(Object.keys(ENDLESS))("waits no more than its time for %s", (name) =>
    Effect.gen(function* () {
      let [asked, gone] = [false, false];
      const { port } = yield* localServer((_, response) => {
        asked = true;
        response.on("close", () => (gone = true));
        ENDLESS[name]?.(response);
      });
      const fetching = yield* Effect.forkChild(Effect.flip(fetchAll(port)));
      yield* until(() => asked);
      yield* TestClock.adjust("10 seconds");
      const fault = yield* Fiber.join(fetching);
      assert.strictEqual(fault.code, "image_unreadable");
      assert.match(fault.message, /"image0" cannot be fetched\. The server is too slow/);
      yield* until(() => gone);
    }),
  );

  it.effect.each(LYING)("takes nothing from a server that sends %s", ([, said, answer]) =>
    Effect.gen(function* () {
      const { port } = yield* localServer((_, response) => answer(response));
      const fault = yield* Effect.flip(fetchAll(port));
      assert.strictEqual(fault.code, "image_unreadable");
      assert.match(fault.message, said);
    }),
  );

  it.effect("unpacks nothing", () =>
    Effect.gen(function* () {
      const { port } = yield* localServer((_, response) =>
        response.writeHead(200, { "content-encoding": "gzip" }).end(BOMB),
      );
      const [file] = (yield* fetchAll(port)).values();
      assert.strictEqual(file?.length, BOMB.length);
    }),
  );

  it.effect("takes no more of all images together than a document may be made of", () =>
    Effect.gen(function* () {
      let sent = 0;
      const { port } = yield* localServer((_, response) => {
        sent++;
        response.end(FULL);
      });
      const fault = yield* Effect.flip(fetchAll(port, 200));
      assert.strictEqual(fault.code, "image_unreadable");
      assert.match(fault.message, /larger than 134217728 bytes together/);
      assert.isBelow(sent, 35);
    }),
  );

  it.effect("waits no more than a minute for all of them, however quick each is", () =>
    Effect.gen(function* () {
      const waiting: Array<ServerResponse> = [];
      const { port } = yield* localServer((_, response) => waiting.push(response));
      const fetching = yield* Effect.forkChild(Effect.flip(fetchAll(port, 500)));
      for (let seconds = 0; seconds < 60; seconds += 9) {
        yield* until(() => waiting.length === 4);
        yield* TestClock.adjust("9 seconds");
        for (const response of waiting.splice(0)) response.end("x");
      }
      const fault = yield* Fiber.join(fetching);
      assert.deepStrictEqual(
        [fault.code, fault.message],
        ["render_timeout", "The images cannot all be fetched within a minute"],
      );
    }),
  );
});
