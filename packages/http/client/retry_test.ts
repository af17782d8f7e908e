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
const QUEUED = json(202, { id: "1", status: "queued" });

/** What a call comes to against a script, what was heard of it, and how long was paused in between. */
const played = Effect.fnUntraced(function* <A, E>(
  call: (client: Resources) => Effect.Effect<A, E>,
  replies: Array<Reply>,
  options: Partial<ClientOptions> = {},
) {
  const { url, plays } = yield* ScriptedServer;
  const heard = plays(...replies);
  const { clock, sleeps } = jumpingClock(NOW);
  const client = yield* makeClient({ url, ...PATIENT, ...options });
  const end = yield* Effect.result(call(client)).pipe(Effect.provideService(Clock.Clock, clock));
  return { end, heard, sleeps };
});

const list = (client: Resources) => client.templates.list();
const submit = (client: Resources) => client.renders.submit("receipt", { data: {} });
const cancel = (client: Resources) => client.signatures.cancel("signature");

/** Whether pauses are 1, 2, 4… seconds, give or take a quarter. */
function assertDoubling(sleeps: ReadonlyArray<number>): void {
  for (const [at, seconds] of sleeps.entries()) {
    assert.isAtLeast(seconds, 0.75 * 2 ** at);
    assert.isAtMost(seconds, 1.25 * 2 ** at);
  }
}

layer(Layer.merge(ScriptedServer.layer, platform))("retries", (it) => {
  describe("of what may be repeated", () => {
    it.effect("come after 1, 2, 4 and 8 seconds, and no more than five attempts are made", () =>
      Effect.gen(function* () {
        const { end, heard, sleeps } = yield* played(list, []);
        assert.deepInclude(end, { _tag: "Failure" });
        assert.propertyVal(yield* Effect.flip(Effect.fromResult(end)), "_tag", "internal_error");
        assert.lengthOf(heard, 5);
        assert.lengthOf(sleeps, 4);
        assertDoubling(sleeps);
      }),
    );

    it.effect("bring the answer when it comes in the end", () =>
      Effect.gen(function* () {
        const script = [page(502), hangUp, breakOff, refusal(503, "not_ready"), NONE];
        const { end, heard } = yield* played(list, script);
        assert.deepEqual(yield* Effect.fromResult(end), { templates: [] });
        assert.lengthOf(heard, 5);
        assert.lengthOf(new Set(heard.map(({ headers }) => headers["x-request-id"])), 1);
      }),
    );

    it.effect("ask under one key, the caller's own if there is one", () =>
      Effect.gen(function* () {
        const { heard } = yield* played(submit, [hangUp, page(500), QUEUED]);
        const keys = heard.map(({ headers }) => headers["idempotency-key"]);
        assert.lengthOf(keys, 3);
        assert.lengthOf(new Set(keys), 1);
        const named = yield* played(
          ({ renders }) => renders.submit("r", { data: {} }, { idempotencyKey: "mine" }),
          [QUEUED],
        );
        assert.strictEqual(named.heard[0]?.headers["idempotency-key"], "mine");
      }),
    );
  });

  describe("of what may not", () => {
    it.effect.each([
      ["hung up", hangUp] as const,
      ["500", page(500)] as const,
      ["broke off", breakOff] as const,
    ])("are none when it may have been done: %s", ([, reply]) =>
      Effect.gen(function* () {
        const { end, heard } = yield* played(cancel, [reply, NONE]);
        assert.strictEqual(end._tag, "Failure");
        assert.lengthOf(heard, 1);
      }),
    );

    it.effect.each([429, 503])("are made after %i, which says that nothing was done", (status) =>
      Effect.gen(function* () {
        const { end, heard } = yield* played(cancel, [
          page(status),
          json(200, { id: "signature" }),
        ]);
        assert.strictEqual(end._tag, "Success");
        assert.lengthOf(heard, 2);
      }),
    );

    it.effect("are made when nobody was there to hear it", () =>
      Effect.gen(function* () {
        const port = yield* freePort;
        const url = `http://127.0.0.1:${port}`;
        const { end, sleeps } = yield* played(cancel, [], { url });
        const failure = yield* Effect.flip(Effect.fromResult(end));
        assert.deepInclude(failure, { _tag: "server_unreachable", code: "server_unreachable" });
        assert.include(failure.message, url);
        assert.lengthOf(sleeps, 4);
      }),
    );
  });

  it.effect.each([400, 401, 404, 409, 413])("are none after %i", (status) =>
    Effect.gen(function* () {
      const { end, heard } = yield* played(list, [page(status), NONE]);
      assert.deepInclude(yield* Effect.flip(Effect.fromResult(end)), { status });
      assert.lengthOf(heard, 1);
    }),
  );

  it.effect.each([
    ["7", 7],
    ["Mon, 04 May 2026 12:00:09 GMT", 9],
    ["3600", 30],
    ["soon", 1],
  ] as const)("wait as long as the server asks for, within a limit: %s", ([header, seconds]) =>
    Effect.gen(function* () {
      const told = refusal(429, "rate_limited", { "retry-after": header });
      const { sleeps } = yield* played(list, [told, NONE]);
      assert.lengthOf(sleeps, 1);
      assert.closeTo(sleeps[0] ?? 0, seconds, 0.25);
    }),
  );

  it.effect("can be turned off, and follow other rules", () =>
    Effect.gen(function* () {
      const off = yield* played(list, [], { retry: false });
      assert.lengthOf(off.heard, 1);
      const retry = { attempts: 3, firstPause: "10 seconds", longestPause: "11 seconds" } as const;
      const other = yield* played(list, [], { retry });
      assert.lengthOf(other.heard, 3);
      assert.strictEqual(other.sleeps[1], 11);
    }),
  );

  it.effect("are there for any other client, under a key where one is taken", () =>
    Effect.gen(function* () {
      const { url, plays } = yield* ScriptedServer;
      const heard = plays(page(500), NONE, page(500), QUEUED);
      const { clock } = jumpingClock(NOW);
      const http = withRetries({ timeout: "1 hour" })(yield* HttpClient.HttpClient);
      yield* Effect.all([http.get(`${url}/v1/renders`), http.post(`${url}/v1/signatures`)]).pipe(
        Effect.provideService(Clock.Clock, clock),
      );
      const keys = heard.map(({ headers }) => headers["idempotency-key"]);
      assert.deepEqual(keys.slice(0, 2), [undefined, undefined]);
      assert.match(String(keys[2]), /^[0-9a-f-]{36}$/);
      assert.strictEqual(keys[3], keys[2]);
    }),
  );

  it.effect("begin when one attempt has taken too long", () =>
    Effect.gen(function* () {
      const { end } = yield* played(list, [silence, silence], {
        timeout: "30 seconds",
        retry: { attempts: 2 },
      });
      const failure = yield* Effect.flip(Effect.fromResult(end));
      assert.strictEqual(failure._tag, "server_unreachable");
      assert.include(failure.message, "No answer within 30s");
    }),
  );
});
