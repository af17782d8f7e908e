import { type ClientRequest, request } from "node:http";

import { assert, layer } from "@effect/vitest";
import { Effect, Schedule } from "effect";

import { ApiServer, apiServer } from "../_testing/api_server.ts";
import { codeOf } from "../_testing/body.ts";
import { send } from "../_testing/http_client.ts";

/** More requests than a project may have waiting. */
const ATTACK = 33;

const template = JSON.stringify({ name: "Share", manifest: { variables: [], loops: [] } });

const publish = (port: number, key: string) =>
  send(port, {
    method: "POST",
    path: "/v1/templates",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: template,
  });

/** Begins a publication whose body never comes to its end. */
function begin(port: number, key: string): ClientRequest {
  const begun = request({
    port,
    host: "127.0.0.1",
    method: "POST",
    path: "/v1/templates",
    headers: { authorization: `Bearer ${key}`, "content-length": template.length + 1 },
    agent: false,
  });
  // It is destroyed in the end.
  begun.on("error", () => {});
  begun.write(template);
  return begun;
}

/** The status that a request is answered with. */
function responded(begun: ClientRequest): Promise<number | undefined> {
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  begun.on("response", (response) => {
    response.resume();
    resolve(response.statusCode);
  });
  return promise;
}

/** Ends a request; `once` would fail for the error that comes of it. */
function destroyed(begun: ClientRequest): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (begun.closed) return Promise.resolve();
  begun.on("close", () => resolve());
  begun.destroy();
  return promise;
}

/** Sends the attack and waits until one request of it is refused: the others then hold the whole share. */
const attack = Effect.acquireRelease(
  Effect.map(ApiServer, ({ port, key }) => Array.from({ length: ATTACK }, () => begin(port, key))),
  (requests) => Effect.promise(() => Promise.all(requests.map(destroyed))),
).pipe(Effect.tap((requests) => Effect.promise(() => Promise.race(requests.map(responded)))));

layer(apiServer, { excludeTestServices: true })("the share of a project", (it) => {
  it.effect("refuses what goes beyond it with 429, and lets others in", () =>
    Effect.gen(function* () {
      const { port, key, otherKey } = yield* ApiServer;
      const refused = yield* Effect.scoped(
        Effect.gen(function* () {
          yield* attack;
          const answer = yield* publish(port, key);
          assert.strictEqual(answer.status, 429);
          assert.strictEqual((yield* publish(port, otherKey)).status, 201);
          return answer;
        }),
      );
      assert.strictEqual(codeOf(refused), "rate_limited");
      assert.isAtLeast(Number(refused.headers["retry-after"]), 1);
      const again = yield* Effect.repeat(publish(port, key), {
        until: ({ status }) => status !== 429,
        schedule: Schedule.spaced("20 millis"),
      });
      assert.strictEqual(again.status, 201);
    }),
  );
});
