import { assert, describe, layer } from "@effect/vitest";
import { freePort } from "@paraph/testing/free_port";
import { Clock, Effect, Layer } from "effect";
import { Mac, SecureRandom } from "effect/crypto";
import { FetchHttpClient, HttpClient } from "effect/http";

import { jumpingClock } from "../_testing/jumping_clock.ts";
import {
  breakOff,
  hangUp,
  json,
  page,
  refusal,
  type Reply,
  ScriptedServer,
  silence,
} from "../_testing/scripted_server.ts";
import { type ClientOptions, makeClient, type Resources, withRetries } from "./mod.ts";

const platform = Layer.mergeAll(
  FetchHttpClient.layer,
  SecureRandom.layerWebCrypto,
  Mac.layerWebCrypto.pipe(Layer.provide(SecureRandom.layerWebCrypto)),
);

const NOW = "2026-05-04T12:00:00Z";
const PATIENT = { key: "svc_test_key", timeout: "1 hour" } as const;
const NONE = json(200, { templates: [] });
const QUEUED_RESPONSE = json(202, { id: "1", status: "queued" });

/**
 * The result of a call to a scripted server, the received requests, and the pauses between them.
 */
const callScripted = Effect.fnUntraced(function* <A, E>(
  call: (client: Resources) => Effect.Effect<A, E>,
  replies: Array<Reply>,
  options: Partial<ClientOptions> = {},
) {
  const { url, script } = yield* ScriptedServer;
  const requests = script(...replies);
  const { clock, sleeps } = jumpingClock(NOW);
  const client = yield* makeClient({ url, ...PATIENT, ...options });
  const result = yield* Effect.result(call(client)).pipe(Effect.provideService(Clock.Clock, clock));
  return { result, requests, sleeps };
});

const list = (client: Resources) => client.templates.list();
const submit = (client: Resources) => client.renders.submit("receipt", { data: {} });
const cancel = (client: Resources) => client.signatures.cancel("signature");

/** Whether pauses are 1, 2, 4… seconds, within a quarter. */
function assertDoubling(sleeps: ReadonlyArray<number>): void {
  for (const [attempt, seconds] of sleeps.entries()) {
    assert.isAtLeast(seconds, 0.75 * 2 ** attempt);
    assert.isAtMost(seconds, 1.25 * 2 ** attempt);
  }
}

layer(Layer.merge(ScriptedServer.layer, platform))("retries", (it) => {
  describe("of idempotent requests", () => {
    it.effect("come after 1, 2, 4 and 8 seconds, up to five attempts", () =>
      Effect.gen(function* () {
        const { result, requests, sleeps } = yield* callScripted(list, []);
        assert.deepInclude(result, { _tag: "Failure" });
        assert.propertyVal(yield* Effect.flip(Effect.fromResult(result)), "_tag", "internal_error");
        assert.lengthOf(requests, 5);
        assert.lengthOf(sleeps, 4);
        assertDoubling(sleeps);
      }),
    );

    it.effect("return the first success", () =>
      Effect.gen(function* () {
        const script = [page(502), hangUp, breakOff, refusal(503, "not_ready"), NONE];
        const { result, requests } = yield* callScripted(list, script);
        assert.deepEqual(yield* Effect.fromResult(result), { templates: [] });
        assert.lengthOf(requests, 5);
        assert.lengthOf(new Set(requests.map(({ headers }) => headers["x-request-id"])), 1);
      }),
    );

    it.effect("use one key, which the caller can set", () =>
      Effect.gen(function* () {
        const { requests } = yield* callScripted(submit, [hangUp, page(500), QUEUED_RESPONSE]);
        const keys = requests.map(({ headers }) => headers["idempotency-key"]);
        assert.lengthOf(keys, 3);
        assert.lengthOf(new Set(keys), 1);
        const withKey = yield* callScripted(
          ({ renders }) => renders.submit("r", { data: {} }, { idempotencyKey: "mine" }),
          [QUEUED_RESPONSE],
        );
        assert.strictEqual(withKey.requests[0]?.headers["idempotency-key"], "mine");
      }),
    );
  });

  describe("of other requests", () => {
    it.effect.each([
      ["hung up", hangUp] as const,
      ["500", page(500)] as const,
      ["interrupted response", breakOff] as const,
    ])("are not made if the request may have succeeded: %s", ([, reply]) =>
      Effect.gen(function* () {
        const { result, requests } = yield* callScripted(cancel, [reply, NONE]);
        assert.strictEqual(result._tag, "Failure");
        assert.lengthOf(requests, 1);
      }),
    );

    it.effect.each([429, 503])("are made after %i, because nothing was done", (status) =>
      Effect.gen(function* () {
        const { result, requests } = yield* callScripted(cancel, [
          page(status),
          json(200, { id: "signature" }),
        ]);
        assert.strictEqual(result._tag, "Success");
        assert.lengthOf(requests, 2);
      }),
    );

    it.effect("are made if the connection was refused", () =>
      Effect.gen(function* () {
        const port = yield* freePort;
        const url = `http://127.0.0.1:${port}`;
        const { result, sleeps } = yield* callScripted(cancel, [], { url });
        const failure = yield* Effect.flip(Effect.fromResult(result));
        assert.deepInclude(failure, { _tag: "server_unreachable", code: "server_unreachable" });
        assert.include(failure.message, url);
        assert.lengthOf(sleeps, 4);
      }),
    );
  });

  it.effect.each([400, 401, 404, 409, 413])("are not made after %i", (status) =>
    Effect.gen(function* () {
      const { result, requests } = yield* callScripted(list, [page(status), NONE]);
      assert.deepInclude(yield* Effect.flip(Effect.fromResult(result)), { status });
      assert.lengthOf(requests, 1);
    }),
  );

  it.effect.each([
    ["7", 7],
    ["Mon, 04 May 2026 12:00:09 GMT", 9],
    ["3600", 30],
    ["soon", 1],
  ] as const)("wait for Retry-After, within the limit: %s", ([header, seconds]) =>
    Effect.gen(function* () {
      const rateLimited = refusal(429, "rate_limited", { "retry-after": header });
      const { sleeps } = yield* callScripted(list, [rateLimited, NONE]);
      assert.lengthOf(sleeps, 1);
      assert.closeTo(sleeps[0] ?? 0, seconds, 0.25);
    }),
  );

  it.effect("can be disabled and configured", () =>
    Effect.gen(function* () {
      const singleAttempt = yield* callScripted(list, [], { retry: false });
      assert.lengthOf(singleAttempt.requests, 1);
      const retry = { attempts: 3, firstPause: "10 seconds", longestPause: "11 seconds" } as const;
      const customRetry = yield* callScripted(list, [], { retry });
      assert.lengthOf(customRetry.requests, 3);
      assert.strictEqual(customRetry.sleeps[1], 11);
    }),
  );

  it.effect("can be added to any HttpClient, with keys where they are accepted", () =>
    Effect.gen(function* () {
      const { url, script } = yield* ScriptedServer;
      const requests = script(page(500), NONE, page(500), QUEUED_RESPONSE);
      const { clock } = jumpingClock(NOW);
      const http = withRetries({ timeout: "1 hour" })(yield* HttpClient.HttpClient);
      yield* Effect.all([http.get(`${url}/v1/renders`), http.post(`${url}/v1/signatures`)]).pipe(
        Effect.provideService(Clock.Clock, clock),
      );
      const keys = requests.map(({ headers }) => headers["idempotency-key"]);
      assert.deepEqual(keys.slice(0, 2), [undefined, undefined]);
      assert.match(String(keys[2]), /^[0-9a-f-]{36}$/);
      assert.strictEqual(keys[3], keys[2]);
    }),
  );

  it.effect("are made after a timeout", () =>
    Effect.gen(function* () {
      const { result } = yield* callScripted(list, [silence, silence], {
        timeout: "30 seconds",
        retry: { attempts: 2 },
      });
      const failure = yield* Effect.flip(Effect.fromResult(result));
      assert.strictEqual(failure._tag, "server_unreachable");
      assert.include(failure.message, "No response within 30s");
    }),
  );
});
