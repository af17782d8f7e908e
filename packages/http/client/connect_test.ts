import { assert, layer } from "@effect/vitest";
import { Effect, Schema } from "effect";

import { rejection } from "../_testing/rejection.ts";
import { json, refusal, ScriptedServer } from "../_testing/scripted_server.ts";
import { connect } from "./mod.ts";

/** A request that the client rejects. */
const InvalidCall = Schema.Struct({
  _tag: Schema.Literal("invalid_request"),
  issues: Schema.Struct({ fieldErrors: Schema.Record(Schema.String, Schema.Array(Schema.String)) }),
});

layer(ScriptedServer.layer)("connect()", (it) => {
  it.effect("returns promises that reject with the failures", () =>
    Effect.gen(function* () {
      const { url, script } = yield* ScriptedServer;
      script(json(200, { templates: [] }), refusal(401, "unauthorized"));
      const paraph = connect({ url: `${url}/`, key: "svc_test_key" });
      assert.deepEqual(yield* Effect.promise(() => paraph.templates.list()), { templates: [] });
      const failure = yield* rejection(() => paraph.templates.list());
      assert.deepInclude(failure, { _tag: "unauthorized", code: "unauthorized", status: 401 });
    }),
  );

  it.effect("iterates over all pages", () =>
    Effect.gen(function* () {
      const { url, script } = yield* ScriptedServer;
      script(json(200, { renders: [{ id: "a" }], nextCursor: null, hasMore: false }));
      const renders = yield* Effect.promise(() =>
        Array.fromAsync(connect({ url, key: "k" }).renders.all()),
      );
      assert.deepEqual(
        renders.map(({ id }) => id),
        ["a"],
      );
    }),
  );

  it.effect("uses a custom fetch, and rejects invalid URLs", () =>
    Effect.gen(function* () {
      const urls: Array<string> = [];
      const fetch = (input: string | URL | Request) => {
        urls.push(input instanceof Request ? input.url : String(input));
        return Promise.resolve(Response.json({ templates: [] }));
      };
      const paraph = connect({ url: "https://paraph.test", key: "k", fetch });
      yield* Effect.promise(() => paraph.templates.list());
      assert.deepEqual(urls, ["https://paraph.test/v1/templates"]);
      assert.throws(() => connect({ url: "paraph.test", key: "k" }), "The request is not valid");
    }),
  );

  it.effect("throws without a key, unless none is wanted", () =>
    Effect.gen(function* () {
      const { url, script } = yield* ScriptedServer;
      for (const key of [undefined, ""]) {
        const missing = yield* rejection(async () => connect({ url, key }));
        assert.deepInclude(missing, { _tag: "invalid_request", code: "invalid_request" });
        assert.match(String(missing), /option `key` .+ variable PARAPH_API_KEY/);
      }
      script(json(202, { id: "r" }));
      const { hooks } = connect({ url, key: null });
      assert.deepInclude(yield* Effect.promise(() => hooks.send("token", {})), { id: "r" });
    }),
  );

  it.effect("rejects invalid headers without showing the key", () =>
    Effect.gen(function* () {
      const constructionError = yield* rejection(async () =>
        connect({ url: "paraph.test", key: "svc_secret\n" }),
      );
      const { issues } = yield* Schema.decodeUnknownEffect(InvalidCall)(constructionError);
      assert.deepEqual(Object.keys(issues.fieldErrors), ["url", "key"]);
      assert.notInclude(JSON.stringify(constructionError), "svc_secret");

      const { url, script } = yield* ScriptedServer;
      const requests = script();
      const paraph = connect({ url, key: "svc_test_key" });
      for (const idempotencyKey of ["", "Bestellung für Ada\n", "a".repeat(256)]) {
        const failure = yield* rejection(() =>
          paraph.renders.submit("receipt", { data: {} }, { idempotencyKey }),
        );
        const { issues } = yield* Schema.decodeUnknownEffect(InvalidCall)(failure);
        assert.deepEqual(issues.fieldErrors, {
          idempotencyKey: ["Expected 1 to 255 printable ASCII characters"],
        });
      }
      const failure = yield* rejection(() => paraph.hooks.send("https://[nowhere", {}));
      const { issues: sendIssues } = yield* Schema.decodeUnknownEffect(InvalidCall)(failure);
      assert.deepEqual(Object.keys(sendIssues.fieldErrors), ["target"]);
      assert.lengthOf(requests, 0);
    }),
  );

  it.effect("rejects with the reason of an aborted signal", () =>
    Effect.gen(function* () {
      const { url, script } = yield* ScriptedServer;
      const paraph = connect({ url, key: "svc_test_key" });
      const reason = new Error("The user went away");
      const abortedSignal = AbortSignal.abort(reason);
      const noRequests = script();
      assert.strictEqual(
        yield* rejection(() => paraph.templates.list({ signal: abortedSignal })),
        reason,
      );
      assert.strictEqual(
        yield* rejection(() => paraph.renders.wait("r", { signal: abortedSignal })),
        reason,
      );
      assert.lengthOf(noRequests, 0);

      for (const start of [
        (signal: AbortSignal) => paraph.templates.list({ signal }),
        (signal: AbortSignal) => paraph.renders.wait("r", { signal }),
        (signal: AbortSignal) => paraph.signatures.wait("s", { signal }),
        (signal: AbortSignal) => paraph.hooks.send("token", {}, { signal }),
        (signal: AbortSignal) => Array.fromAsync(paraph.events.follow({ signal })),
      ]) {
        const controller = new AbortController();
        const requests = script(() => controller.abort(reason));
        assert.strictEqual(yield* rejection(() => start(controller.signal)), reason);
        assert.lengthOf(requests, 1);
      }
    }),
  );

  it.effect("stops following events during a pause", () =>
    Effect.gen(function* () {
      const { url, script } = yield* ScriptedServer;
      const controller = new AbortController();
      const paraph = connect({ url, key: "svc_test_key" });
      script(json(200, { events: [{ id: "e" }], nextCursor: "e", hasMore: false }));
      const reason = yield* rejection(async () => {
        const events = paraph.events.follow({ signal: controller.signal, interval: "1 hour" });
        for await (const { id } of events) controller.abort(id);
      });
      assert.strictEqual(reason, "e");
    }),
  );
});
