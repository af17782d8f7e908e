import { assert, layer } from "@effect/vitest";
import { Effect, Schema } from "effect";

import { rejection } from "../_testing/rejection.ts";
import { json, refusal, ScriptedServer } from "../_testing/scripted_server.ts";
import { connect } from "./mod.ts";

/** What the client does not send. */
const Refused = Schema.Struct({
  _tag: Schema.Literal("invalid_request"),
  issues: Schema.Struct({ fieldErrors: Schema.Record(Schema.String, Schema.Array(Schema.String)) }),
});

layer(ScriptedServer.layer)("connect()", (it) => {
  it.effect("gives promises of the same, which reject with the failures themselves", () =>
    Effect.gen(function* () {
      const { url, plays } = yield* ScriptedServer;
      plays(json(200, { templates: [] }), refusal(401, "unauthorized"));
      const paraph = connect({ url: `${url}/`, key: "svc_test_key" });
      assert.deepEqual(yield* Effect.promise(() => paraph.templates.list()), { templates: [] });
      const failure = yield* rejection(() => paraph.templates.list());
      assert.deepInclude(failure, { _tag: "unauthorized", code: "unauthorized", status: 401 });
    }),
  );

  it.effect("iterates over all pages", () =>
    Effect.gen(function* () {
      const { url, plays } = yield* ScriptedServer;
      plays(json(200, { renders: [{ id: "a" }], nextCursor: null, hasMore: false }));
      const found = yield* Effect.promise(() => Array.fromAsync(connect({ url }).renders.all()));
      assert.deepEqual(
        found.map(({ id }) => id),
        ["a"],
      );
    }),
  );

  it.effect("fetches with what it is given, and refuses what is no URL", () =>
    Effect.gen(function* () {
      const seen: Array<string> = [];
      const fetch = (input: string | URL | Request) => {
        seen.push(input instanceof Request ? input.url : String(input));
        return Promise.resolve(Response.json({ templates: [] }));
      };
      const paraph = connect({ url: "https://paraph.test", key: "k", fetch });
      yield* Effect.promise(() => paraph.templates.list());
      assert.deepEqual(seen, ["https://paraph.test/v1/templates"]);
      assert.throws(() => connect({ url: "paraph.test" }), "The request is not valid");
    }),
  );

  it.effect("refuses what no request can carry, and shows no key", () =>
    Effect.gen(function* () {
      const made = yield* rejection(async () =>
        connect({ url: "paraph.test", key: "svc_secret\n" }),
      );
      const { issues } = yield* Schema.decodeUnknownEffect(Refused)(made);
      assert.deepEqual(Object.keys(issues.fieldErrors), ["url", "key"]);
      assert.notInclude(JSON.stringify(made), "svc_secret");

      const { url, plays } = yield* ScriptedServer;
      const heard = plays();
      const paraph = connect({ url, key: "svc_test_key" });
      for (const idempotencyKey of ["", "Bestellung für Ada\n", "a".repeat(256)]) {
        const failure = yield* rejection(() =>
          paraph.renders.submit("receipt", { data: {} }, { idempotencyKey }),
        );
        const { issues } = yield* Schema.decodeUnknownEffect(Refused)(failure);
        assert.deepEqual(issues.fieldErrors, {
          idempotencyKey: ["Expected 1 to 255 printable ASCII characters"],
        });
      }
      const failure = yield* rejection(() => paraph.hooks.send("https://[nowhere", {}));
      const { issues: addressed } = yield* Schema.decodeUnknownEffect(Refused)(failure);
      assert.deepEqual(Object.keys(addressed.fieldErrors), ["target"]);
      assert.lengthOf(heard, 0);
    }),
  );

  it.effect("gives up when a signal says so, with the signal's reason", () =>
    Effect.gen(function* () {
      const { url, plays } = yield* ScriptedServer;
      const paraph = connect({ url, key: "svc_test_key" });
      const reason = new Error("The user went away");
      const aborted = AbortSignal.abort(reason);
      const unheard = plays();
      assert.strictEqual(
        yield* rejection(() => paraph.templates.list({ signal: aborted })),
        reason,
      );
      assert.strictEqual(
        yield* rejection(() => paraph.renders.wait("r", { signal: aborted })),
        reason,
      );
      assert.lengthOf(unheard, 0);

      for (const give of [
        (signal: AbortSignal) => paraph.templates.list({ signal }),
        (signal: AbortSignal) => paraph.renders.wait("r", { signal }),
        (signal: AbortSignal) => paraph.signatures.wait("s", { signal }),
        (signal: AbortSignal) => paraph.hooks.send("token", {}, { signal }),
        (signal: AbortSignal) => Array.fromAsync(paraph.events.follow({ signal })),
      ]) {
        const controller = new AbortController();
        const heard = plays(() => controller.abort(reason));
        assert.strictEqual(yield* rejection(() => give(controller.signal)), reason);
        assert.lengthOf(heard, 1);
      }
    }),
  );

  it.effect("stops following events in a pause too", () =>
    Effect.gen(function* () {
      const { url, plays } = yield* ScriptedServer;
      const controller = new AbortController();
      const paraph = connect({ url, key: "svc_test_key" });
      plays(json(200, { events: [{ id: "e" }], nextCursor: "e", hasMore: false }));
      const reason = yield* rejection(async () => {
        const events = paraph.events.follow({ signal: controller.signal, interval: "1 hour" });
        for await (const { id } of events) controller.abort(id);
      });
      assert.strictEqual(reason, "e");
    }),
  );
});
