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

/** Calls a provider with a scripted response. */
const callTo = Effect.fnUntraced(function* (
  respond: (response: ServerResponse) => void,
  timeout: Duration.Input = "30 seconds",
) {
  let isGone = false;
  const { port } = yield* localServer((_, response) => {
    response.on("close", () => (isGone = true));
    respond(response);
  });
  const { call } = providerApi({
    name: "Provider",
    url: `http://127.0.0.1:${port}`,
    authorization: Redacted.make("key"),
    allowPrivateNetwork: true,
    timeout,
  });
  return { call: call({ method: "GET", path: "/" }), isGone: () => isGone };
});

describe("providerApi()", () => {
  it.live("limits the size of a response and the time for it", () =>
    Effect.gen(function* () {
      for (const [respond, timeout, message] of [
        [pump, "30 seconds", "Provider sent a response that is too large"],
        [drip, "200 millis", "Provider did not respond in time"],
        [() => {}, "200 millis", "Provider did not respond in time"],
      ] as const) {
        const { call, isGone } = yield* callTo(respond, timeout);
        const failure = yield* Effect.flip(call);
        assert.deepStrictEqual([failure.message, failure.mayHaveArrived], [message, true]);
        while (!isGone()) yield* Effect.sleep("1 millis");
      }
    }),
  );

  it.live("does not decompress", () =>
    Effect.gen(function* () {
      const headers = { "content-encoding": "gzip", "content-type": "application/json" };
      const { call } = yield* callTo((response) => response.writeHead(200, headers).end(BOMB));
      const { status, json } = yield* call;
      assert.deepStrictEqual([status, json._tag], [200, "None"]);
    }),
  );
});
