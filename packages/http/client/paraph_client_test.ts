import { assert, describe, layer } from "@effect/vitest";
import { TemplateNotFound } from "@paraph/core/templates";
import { Clock, Effect, Layer, Stream } from "effect";
import { FetchHttpClient } from "effect/http";

import { jumpingClock } from "../_testing/jumping_clock.ts";
import { json, page, refusal, type Reply, ScriptedServer } from "../_testing/scripted_server.ts";
import { ParaphClient, type Resources } from "./mod.ts";

const NOW = "2026-05-04T12:00:00Z";
const FOREVER = { timeout: "1 hour" } as const;

/** What a call comes to against a script, and how long was paused in between. */
const played = Effect.fnUntraced(function* <A, E>(
  call: (client: Resources) => Effect.Effect<A, E>,
  ...replies: Array<Reply>
) {
  const { url, plays } = yield* ScriptedServer;
  const heard = plays(...replies);
  const { clock, sleeps } = jumpingClock(NOW);
  const paraph = ParaphClient.layer({ url, key: "svc_test_key", timeout: "1 hour", retry: false });
  const end = yield* Effect.flatMap(ParaphClient, call).pipe(
    Effect.provide(Layer.provide(paraph, FetchHttpClient.layer)),
    Effect.provideService(Clock.Clock, clock),
    Effect.result,
  );
  return { end: Effect.fromResult(end), heard, sleeps };
});

const render = (status: string, more: object = {}) =>
  json(200, { id: "r", status, errorCode: null, errorMessage: null, ...more });

layer(ScriptedServer.layer)("ParaphClient", (it) => {
  describe("calls", () => {
    it.effect("send what they are given, where it belongs", () =>
      Effect.gen(function* () {
        const { end, heard } = yield* played(
          ({ shares }) =>
            shares.create("a/b", { message: "Hallo", expiresAt: "2027-01-01T00:00Z" }),
          json(201, { id: "s", addedLater: { by: "a newer server" } }),
        );
        assert.deepEqual<unknown>(yield* end, { id: "s", addedLater: { by: "a newer server" } });
        const [{ method, url, headers, body } = assert.fail("nothing was heard")] = heard;
        assert.deepEqual([method, url], ["POST", "/v1/renders/a%2Fb/shares"]);
        assert.strictEqual(headers.authorization, "Bearer svc_test_key");
        assert.match(String(headers["idempotency-key"]), /^[0-9a-f-]{36}$/);
        assert.deepEqual(JSON.parse(body), { message: "Hallo", expiresAt: "2027-01-01T00:00Z" });
      }),
    );

    it.effect("write figures into queries, and leave out what is not said", () =>
      Effect.gen(function* () {
        const { heard } = yield* played(
          ({ renders }) => renders.list({ limit: 3, template: "receipt" }),
          json(200, { renders: [] }),
        );
        assert.strictEqual(heard[0]?.url, "/v1/renders?limit=3&template=receipt");
      }),
    );

    it.effect("send nothing without a name, and tell what JSON cannot say", () =>
      Effect.gen(function* () {
        const unnamed = yield* played(({ templates }) => templates.get(""));
        assert.deepInclude(yield* Effect.flip(unnamed.end), {
          _tag: "invalid_request",
          code: "invalid_request",
          status: undefined,
        });
        const odd = yield* played(({ renders }) => renders.submit("r", { data: { total: 1n } }));
        assert.strictEqual((yield* Effect.flip(odd.end))._tag, "invalid_request");
        assert.lengthOf([...unnamed.heard, ...odd.heard], 0);
      }),
    );
  });

  describe("failures", () => {
    it.effect("are the contract's, with status and request id", () =>
      Effect.gen(function* () {
        const { end } = yield* played(
          ({ templates }) => templates.get("no"),
          refusal(404, "template_not_found", { "x-request-id": "r-1" }),
        );
        const failure = yield* Effect.flip(end);
        assert.instanceOf(failure, TemplateNotFound);
        assert.deepInclude(failure, { code: "template_not_found", status: 404, requestId: "r-1" });
      }),
    );

    it.effect("have their issues, in either form that errors travel in", () =>
      Effect.gen(function* () {
        const issues = { formErrors: [], fieldErrors: { name: ["Too long"] } };
        const problem = { message: "No", issues };
        const nested = { error: { code: "invalid_request", ...problem } };
        const flat = { error: "invalid_request", ...problem };
        for (const body of [nested, flat]) {
          const { end } = yield* played(({ projects }) => projects.list(), json(422, body));
          assert.deepInclude(yield* Effect.flip(end), { _tag: "invalid_request", issues });
        }
      }),
    );

    it.effect.each([
      [json(418, { error: { code: "teapot", message: "Short and stout" } }), 418, "teapot"],
      [page(404), 404, undefined],
      [page(200), 200, undefined],
    ] as const)("are unexpected_answer for what is not the contract's", ([reply, status, code]) =>
      Effect.gen(function* () {
        const { end } = yield* played(({ templates }) => templates.list(), reply);
        assert.deepInclude(yield* Effect.flip(end), {
          _tag: "unexpected_answer",
          status,
          answeredCode: code,
        });
      }),
    );
  });

  describe("renders.wait()", () => {
    it.effect("asks sooner at first, every 5 seconds in the end", () =>
      Effect.gen(function* () {
        const waiting = Array.from({ length: 10 }, () => render("rendering"));
        const { end, sleeps } = yield* played(
          ({ renders }) => renders.wait("r", FOREVER),
          ...waiting,
          render("succeeded"),
        );
        assert.strictEqual((yield* end).status, "succeeded");
        assert.deepEqual(sleeps.slice(0, 3), [0.25, 0.375, 0.5625]);
        assert.strictEqual(sleeps.at(-1), 5);
      }),
    );

    it.effect("fails with why the render did", () =>
      Effect.gen(function* () {
        const why = { errorCode: "image_unreachable", errorMessage: "No such image" };
        const { end } = yield* played(
          ({ renders }) => renders.wait("r", FOREVER),
          render("failed", why),
        );
        assert.deepInclude(yield* Effect.flip(end), { _tag: "render_failed", ...why });
      }),
    );

    it.effect("gives up when its time is up", () =>
      Effect.gen(function* () {
        const { end } = yield* played(
          ({ renders }) => renders.wait("r", { timeout: "1 second" }),
          render("queued"),
        );
        assert.strictEqual((yield* Effect.flip(end))._tag, "wait_timed_out");
      }),
    );
  });

  describe("signatures.wait()", () => {
    const request = (status: string, signedDownloadUrl: string | null = null) =>
      json(200, { id: "s", status, signedDownloadUrl, errorMessage: null });

    it.effect("waits for the signed document too", () =>
      Effect.gen(function* () {
        const { end, sleeps } = yield* played(
          ({ signatures }) => signatures.wait("s"),
          request("sent"),
          request("completed"),
          request("completed", "https://paraph.test/v1/signatures/s/download"),
        );
        assert.strictEqual((yield* end).status, "completed");
        assert.lengthOf(sleeps, 2);
      }),
    );

    it.effect("fails when the request comes to another end", () =>
      Effect.gen(function* () {
        const { end } = yield* played(
          ({ signatures }) => signatures.wait("s"),
          request("declined"),
        );
        assert.deepInclude(yield* Effect.flip(end), {
          _tag: "signature_ended",
          message: "Signature s is declined",
        });
      }),
    );
  });

  describe("pages", () => {
    it.effect("are asked for one by one", () =>
      Effect.gen(function* () {
        const more = { nextCursor: "2026-01-01T00:00:00.000Z", hasMore: true };
        const { end, heard } = yield* played(
          ({ renders }) => Stream.runCollect(renders.all({ limit: 1 })),
          json(200, { renders: [{ id: "b" }], ...more }),
          json(200, { renders: [{ id: "a" }], nextCursor: null, hasMore: false }),
        );
        assert.deepEqual(
          (yield* end).map(({ id }) => id),
          ["b", "a"],
        );
        assert.strictEqual(
          heard[1]?.url,
          "/v1/renders?limit=1&cursor=2026-01-01T00%3A00%3A00.000Z",
        );
      }),
    );

    it.effect("of events are followed for ever, with pauses where there is nothing new", () =>
      Effect.gen(function* () {
        const events = (ids: Array<string>, hasMore = false) =>
          json(200, { events: ids.map((id) => ({ id })), nextCursor: ids.at(-1) ?? null, hasMore });
        const { end, heard, sleeps } = yield* played(
          ({ events }) => Stream.runCollect(Stream.take(events.follow({ after: "0" }), 3)),
          events(["1"], true),
          events(["2"]),
          events([]),
          events(["3"]),
        );
        assert.deepEqual(
          (yield* end).map(({ id }) => id),
          ["1", "2", "3"],
        );
        assert.deepEqual(
          heard.map(({ url }) => url),
          ["/v1/events?after=0", "/v1/events?after=1", "/v1/events?after=2", "/v1/events?after=2"],
        );
        assert.deepEqual(sleeps, [1, 1]);
      }),
    );
  });
});
