import { type ClientRequest, request } from "node:http";

import { assert, layer } from "@effect/vitest";
import { Effect, Schedule } from "effect";

import { ApiServer, apiServer } from "../_testing/api_server.ts";
import { codeOf } from "../_testing/body.ts";
import { send } from "../_testing/http_client.ts";

/** One request more than a project may have. */
const CONCURRENT = 33;

const template = JSON.stringify({ name: "Share", manifest: { variables: [], loops: [] } });

const publish = (port: number, key: string) =>
  send(port, {
    method: "POST",
    path: "/v1/templates",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: template,
  });

const download = (port: number, key: string, path: string) =>
  send(port, { path, headers: { authorization: `Bearer ${key}` } });

/** Starts a publication whose body never ends. */
function startPublish(port: number, key: string): ClientRequest {
  const pending = request({
    port,
    host: "127.0.0.1",
    method: "POST",
    path: "/v1/templates",
    headers: { authorization: `Bearer ${key}`, "content-length": template.length + 1 },
    agent: false,
  });
  // The test destroys the request at the end.
  pending.on("error", () => {});
  pending.write(template);
  return pending;
}

/** The status of a response. */
function responseStatus(pending: ClientRequest): Promise<number | undefined> {
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  pending.on("response", (response) => {
    response.resume();
    resolve(response.statusCode);
  });
  return promise;
}

/** Destroys a request. `once` would fail for the resulting error. */
function destroyRequest(pending: ClientRequest): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (pending.closed) return Promise.resolve();
  pending.on("close", () => resolve());
  pending.destroy();
  return promise;
}

/** Starts the requests and waits until one is rejected; the others then use the whole share. */
const saturate = Effect.acquireRelease(
  Effect.map(ApiServer, ({ port, key }) =>
    Array.from({ length: CONCURRENT }, () => startPublish(port, key)),
  ),
  (requests) => Effect.promise(() => Promise.all(requests.map(destroyRequest))),
).pipe(Effect.tap((requests) => Effect.promise(() => Promise.race(requests.map(responseStatus)))));

layer(apiServer, { excludeTestServices: true })("the share of a project", (it) => {
  it.effect("rejects further requests with 429, but not those of other projects", () =>
    Effect.gen(function* () {
      const { port, key, otherKey } = yield* ApiServer;
      const rejection = yield* Effect.scoped(
        Effect.gen(function* () {
          yield* saturate;
          const response = yield* publish(port, key);
          assert.strictEqual(response.status, 429);
          assert.strictEqual((yield* publish(port, otherKey)).status, 201);
          const signed = (query = "") =>
            download(port, key, `/v1/signatures/none/download${query}`);
          assert.strictEqual((yield* signed()).status, 404);
          assert.strictEqual((yield* signed("?include=certificate")).status, 429);
          return response;
        }),
      );
      assert.strictEqual(codeOf(rejection), "rate_limited");
      assert.isAtLeast(Number(rejection.headers["retry-after"]), 1);
      const again = yield* Effect.repeat(publish(port, key), {
        until: ({ status }) => status !== 429,
        schedule: Schedule.spaced("20 millis"),
      });
      assert.strictEqual(again.status, 201);
    }),
  );
});
