import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";

import { assert, describe, it } from "@effect/vitest";
import { localServer } from "@paraph/testing/local_server";
import { type Duration, Effect, Redacted } from "effect";

import { providerApi } from "./provider_api.ts";

const PART = Buffer.alloc(1024 * 1024, " ");
const BOMB = gzipSync(Buffer.alloc(50_000_000, " "));

const pump = (response: ServerResponse): void => {
  while (!response.destroyed && response.write(PART));
  if (!response.destroyed) response.once("drain", () => pump(response));
};

const drip = (response: ServerResponse): void => {
  const timer = setInterval(() => response.write(" "), 5);
  response.on("close", () => clearInterval(timer));
};

/** Calls a provider that answers in its way. */
const callTo = Effect.fnUntraced(function* (
  answer: (response: ServerResponse) => void,
  patience: Duration.Input = "30 seconds",
) {
  let isGone = false;
  const { port } = yield* localServer((_, response) => {
    response.on("close", () => (isGone = true));
    answer(response);
  });
  const { call } = providerApi({
    name: "Provider",
    url: `http://127.0.0.1:${port}`,
    authorization: Redacted.make("key"),
    allowPrivateNetwork: true,
    patience,
  });
  return { call: call({ method: "GET", path: "/" }), isGone: () => isGone };
});

describe("providerApi()", () => {
  it.live("reads no more of an answer than there is to read, and waits no longer than it may", () =>
    Effect.gen(function* () {
      for (const [answer, patience, said] of [
        [pump, "30 seconds", "Provider answered more than can be read"],
        [drip, "200 millis", "Provider did not answer in time"],
        [() => {}, "200 millis", "Provider did not answer in time"],
      ] as const) {
        const { call, isGone } = yield* callTo(answer, patience);
        const failed = yield* Effect.flip(call);
        assert.deepStrictEqual([failed.message, failed.mayHaveArrived], [said, true]);
        while (!isGone()) yield* Effect.sleep("1 millis");
      }
    }),
  );

  it.live("unpacks nothing", () =>
    Effect.gen(function* () {
      const packed = { "content-encoding": "gzip", "content-type": "application/json" };
      const { call } = yield* callTo((response) => response.writeHead(200, packed).end(BOMB));
      const { status, json } = yield* call;
      assert.deepStrictEqual([status, json._tag], [200, "None"]);
    }),
  );
});
