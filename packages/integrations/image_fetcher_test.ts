import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";

import { assert, layer } from "@effect/vitest";
import { ImageFetcher, jsonBytes } from "@paraph/core/renders";
import { dataOf, drawingOf, layoutOf, manifestOf } from "@paraph/pdf/testing/fixtures";
import { localServer } from "@paraph/testing/local_server";
import { Effect, Fiber } from "effect";
import { TestClock } from "effect/testing";

import { imageFetcherHttp } from "./image_fetcher.ts";

const FULL = Buffer.alloc(5 * 1024 * 1024);
const BOMB = gzipSync(Buffer.alloc(50_000_000));

/** Sends data until the client disconnects. */
const dripping = (response: ServerResponse, drip: () => void) => {
  const timer = setInterval(drip, 5);
  response.on("close", () => clearInterval(timer));
};

const pump = (response: ServerResponse): void => {
  while (!response.destroyed && response.write(FULL));
  if (!response.destroyed) response.once("drain", () => pump(response));
};

/** Servers that never finish a response. The fetch must end at the time limit. */
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

/** Servers that send more data than announced or than allowed, or redirect endlessly. */
const MISBEHAVING: ReadonlyArray<readonly [string, RegExp, (response: ServerResponse) => void]> = [
  ["an endless body", /larger than/, (response) => pump(response.writeHead(200))],
  [
    "10 GB",
    /larger than/,
    (response) => pump(response.writeHead(200, { "content-length": 10_000_000_000 })),
  ],
  [
    "less than its content-length",
    /closed the connection early/,
    (response) => {
      response.writeHead(200, { "content-length": 1000 });
      response.write("x", () => response.destroy());
    },
  ],
  [
    "redirects to itself",
    /responded with 302/,
    (response) => response.writeHead(302, { location: "/" }).end(),
  ],
];

const input = (port: number, count = 1) => {
  const keys = Array.from({ length: count }, (_, index) => `image${index}`);
  const manifest = manifestOf(
    keys.map((key) => ({ key, label: key, dataType: "image", required: false })),
  );
  const values = keys.map((key) => [key, `http://127.0.0.1:${port}/${key}`]);
  const data = dataOf(Object.fromEntries(values));
  return drawingOf({ layout: layoutOf(), manifest, data });
};

/** Polls in real time, independently of the test clock. */
const until = (holds: () => boolean) =>
  Effect.promise(async () => {
    while (!holds()) await new Promise((resolve) => setImmediate(resolve));
  });

layer(imageFetcherHttp({ allowPrivateNetwork: true }))("ImageFetcher", (it) => {
  const fetchAll = Effect.fnUntraced(function* (port: number, count?: number) {
    return yield* (yield* ImageFetcher).fetchAll(input(port, count));
  });

  it.effect.each(Object.keys(ENDLESS))("enforces the time limit on %s", (name) =>
    Effect.gen(function* () {
      let [requested, closed] = [false, false];
      const { port } = yield* localServer((_, response) => {
        requested = true;
        response.on("close", () => (closed = true));
        ENDLESS[name]?.(response);
      });
      const fetching = yield* Effect.forkChild(Effect.flip(fetchAll(port)));
      yield* until(() => requested);
      yield* TestClock.adjust("10 seconds");
      const failure = yield* Fiber.join(fetching);
      assert.strictEqual(failure.code, "image_unreadable");
      assert.match(failure.message, /"image0" cannot be fetched\. The server is too slow/);
      yield* until(() => closed);
    }),
  );

  it.effect.each(MISBEHAVING)("rejects a server that sends %s", ([, expected, respond]) =>
    Effect.gen(function* () {
      const { port } = yield* localServer((_, response) => respond(response));
      const failure = yield* Effect.flip(fetchAll(port));
      assert.strictEqual(failure.code, "image_unreadable");
      assert.match(failure.message, expected);
    }),
  );

  it.effect("fetches the images of rows, also of nested ones, each once", () =>
    Effect.gen(function* () {
      const paths: Array<string> = [];
      const { port } = yield* localServer((request, response) => {
        paths.push(request.url ?? "");
        response.end("image");
      });
      const photo = { key: "photo", label: "Photo", dataType: "image", required: false } as const;
      const inner = { key: "parts", label: "Parts", itemFields: [photo] };
      const loop = { key: "items", label: "Items", itemFields: [photo], loops: [inner] };
      const urlOf = (name: string) => `http://127.0.0.1:${port}/${name}`;
      const rows = [
        { photo: urlOf("a"), parts: [{ photo: urlOf("b") }, { photo: "data:image/png;base64," }] },
        { photo: urlOf("b"), parts: [{ photo: urlOf("a") }, { photo: null }] },
      ];
      const manifest = { variables: [], loops: [loop] };
      const data = { values: {}, loops: { items: rows } };
      const files = yield* (yield* ImageFetcher).fetchAll(
        drawingOf({ layout: layoutOf(), manifest, data }),
      );
      assert.sameMembers([...files.keys()], [urlOf("a"), urlOf("b")]);
      assert.sameMembers(paths, ["/a", "/b"]);
    }),
  );

  it.effect.each(["http", "HTTP", "hTtP"])("fetches %s URLs of stored data", (scheme) =>
    Effect.gen(function* () {
      const { port } = yield* localServer((_, response) => response.end("image"));
      const { version } = input(port);
      const url = `${scheme}://127.0.0.1:${port}/stored`;
      const data = jsonBytes(dataOf({ title: "httP is not an image", image0: url }));
      const files = yield* (yield* ImageFetcher).fetchAll({ version, data });
      assert.deepStrictEqual([...files.keys()], [url]);
    }),
  );

  it.effect("does not decompress", () =>
    Effect.gen(function* () {
      const { port } = yield* localServer((_, response) =>
        response.writeHead(200, { "content-encoding": "gzip" }).end(BOMB),
      );
      const [file] = (yield* fetchAll(port)).values();
      assert.strictEqual(file?.length, BOMB.length);
    }),
  );

  it.effect("limits the total size of all images", () =>
    Effect.gen(function* () {
      let responseCount = 0;
      const { port } = yield* localServer((_, response) => {
        responseCount++;
        response.end(FULL);
      });
      const failure = yield* Effect.flip(fetchAll(port, 200));
      assert.strictEqual(failure.code, "image_unreadable");
      assert.match(failure.message, /larger than 134217728 bytes together/);
      assert.isBelow(responseCount, 35);
    }),
  );

  it.effect("limits the time for all images to a minute", () =>
    Effect.gen(function* () {
      const waiting: Array<ServerResponse> = [];
      const { port } = yield* localServer((_, response) => waiting.push(response));
      const fetching = yield* Effect.forkChild(Effect.flip(fetchAll(port, 500)));
      for (let seconds = 0; seconds < 60; seconds += 9) {
        yield* until(() => waiting.length === 4);
        yield* TestClock.adjust("9 seconds");
        for (const response of waiting.splice(0)) response.end("x");
      }
      const failure = yield* Fiber.join(fetching);
      assert.deepStrictEqual(
        [failure.code, failure.message],
        ["render_timeout", "The images cannot all be fetched within a minute"],
      );
    }),
  );
});
