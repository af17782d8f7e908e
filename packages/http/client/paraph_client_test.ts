import { assert, describe, layer } from "@effect/vitest";
import { TemplateNotFound } from "@paraph/core/templates";
import { Clock, Effect, Layer, Stream } from "effect";
import { FetchHttpClient } from "effect/http";

import { jumpingClock } from "../_testing/jumping_clock.ts";
import { json, page, refusal, type Reply, ScriptedServer } from "../_testing/scripted_server.ts";
import { ParaphClient, type Resources } from "./mod.ts";

const NOW = "2026-05-04T12:00:00Z";
const LONG_WAIT = { timeout: "1 hour" } as const;

/** The result of a call to a scripted server, and the pauses between requests. */
const callScripted = Effect.fnUntraced(function* <A, E>(
  call: (client: Resources) => Effect.Effect<A, E>,
  ...replies: Array<Reply>
) {
  const { url, script } = yield* ScriptedServer;
  const requests = script(...replies);
  const { clock, sleeps } = jumpingClock(NOW);
  const paraph = ParaphClient.layer({ url, key: "svc_test_key", timeout: "1 hour", retry: false });
  const result = yield* Effect.flatMap(ParaphClient, call).pipe(
    Effect.provide(Layer.provide(paraph, FetchHttpClient.layer)),
    Effect.provideService(Clock.Clock, clock),
    Effect.result,
  );
  return { result: Effect.fromResult(result), requests, sleeps };
});

const render = (status: string, overrides: object = {}) =>
  json(200, { id: "r", status, errorCode: null, errorMessage: null, ...overrides });

layer(ScriptedServer.layer)("ParaphClient", (it) => {
  describe("calls", () => {
    it.effect("send paths, bodies and headers", () =>
      Effect.gen(function* () {
        const { result, requests } = yield* callScripted(
          ({ shares }) =>
            shares.create("a/b", { message: "Hallo", expiresAt: "2027-01-01T00:00Z" }),
          json(201, { id: "s", addedLater: { by: "a newer server" } }),
        );
        assert.deepEqual<unknown>(yield* result, { id: "s", addedLater: { by: "a newer server" } });
        const [{ method, url, headers, body } = assert.fail("no request was received")] = requests;
        assert.deepEqual([method, url], ["POST", "/v1/renders/a%2Fb/shares"]);
        assert.strictEqual(headers.authorization, "Bearer svc_test_key");
        assert.match(String(headers["idempotency-key"]), /^[0-9a-f-]{36}$/);
        assert.deepEqual(JSON.parse(body), { message: "Hallo", expiresAt: "2027-01-01T00:00Z" });
      }),
    );

    it.effect("encode query parameters, and omit undefined ones", () =>
      Effect.gen(function* () {
        const { requests } = yield* callScripted(
          ({ renders }) => renders.list({ limit: 3, template: "receipt" }),
          json(200, { renders: [] }),
        );
        assert.strictEqual(requests[0]?.url, "/v1/renders?limit=3&template=receipt");
      }),
    );

    it.effect("reject empty path parameters and values that JSON cannot represent", () =>
      Effect.gen(function* () {
        const emptySlug = yield* callScripted(({ templates }) => templates.get(""));
        assert.deepInclude(yield* Effect.flip(emptySlug.result), {
          _tag: "invalid_request",
          code: "invalid_request",
          status: undefined,
        });
        const bigint = yield* callScripted(({ renders }) =>
          renders.submit("r", { data: { total: 1n } }),
        );
        assert.strictEqual((yield* Effect.flip(bigint.result))._tag, "invalid_request");
        assert.lengthOf([...emptySlug.requests, ...bigint.requests], 0);
      }),
    );
  });

  describe("failures", () => {
    it.effect("are those of the contract, with status and request id", () =>
      Effect.gen(function* () {
        const { result } = yield* callScripted(
          ({ templates }) => templates.get("no"),
          refusal(404, "template_not_found", { "x-request-id": "r-1" }),
        );
        const failure = yield* Effect.flip(result);
        assert.instanceOf(failure, TemplateNotFound);
        assert.deepInclude(failure, { code: "template_not_found", status: 404, requestId: "r-1" });
      }),
    );

    it.effect("have issues, in both formats of errors", () =>
      Effect.gen(function* () {
        const issues = { formErrors: [], fieldErrors: { name: ["Too long"] } };
        const fields = { message: "No", issues };
        const nested = { error: { code: "invalid_request", ...fields } };
        const flat = { error: "invalid_request", ...fields };
        for (const body of [nested, flat]) {
          const { result } = yield* callScripted(
            ({ projects }) => projects.list(),
            json(422, body),
          );
          assert.deepInclude(yield* Effect.flip(result), { _tag: "invalid_request", issues });
        }
      }),
    );

    it.effect.each([
      [json(418, { error: { code: "teapot", message: "Short and stout" } }), 418, "teapot"],
      [page(404), 404, undefined],
      [page(200), 200, undefined],
    ] as const)(
      "are unexpected_answer for responses outside of the contract",
      ([reply, status, code]) =>
        Effect.gen(function* () {
          const { result } = yield* callScripted(({ templates }) => templates.list(), reply);
          assert.deepInclude(yield* Effect.flip(result), {
            _tag: "unexpected_answer",
            status,
            answeredCode: code,
          });
        }),
    );
  });

  describe("renders.wait()", () => {
    it.effect("polls with growing intervals, up to 5 seconds", () =>
      Effect.gen(function* () {
        const waiting = Array.from({ length: 10 }, () => render("rendering"));
        const { result, sleeps } = yield* callScripted(
          ({ renders }) => renders.wait("r", LONG_WAIT),
          ...waiting,
          render("succeeded"),
        );
        assert.strictEqual((yield* result).status, "succeeded");
        assert.deepEqual(sleeps.slice(0, 3), [0.25, 0.375, 0.5625]);
        assert.strictEqual(sleeps.at(-1), 5);
      }),
    );

    it.effect("fails with the error of the render", () =>
      Effect.gen(function* () {
        const error = { errorCode: "image_unreachable", errorMessage: "No such image" };
        const { result } = yield* callScripted(
          ({ renders }) => renders.wait("r", LONG_WAIT),
          render("failed", error),
        );
        assert.deepInclude(yield* Effect.flip(result), { _tag: "render_failed", ...error });
      }),
    );

    it.effect("fails at the time limit", () =>
      Effect.gen(function* () {
        const { result } = yield* callScripted(
          ({ renders }) => renders.wait("r", { timeout: "1 second" }),
          render("queued"),
        );
        assert.strictEqual((yield* Effect.flip(result))._tag, "wait_timed_out");
      }),
    );
  });

  describe("signatures.wait()", () => {
    const request = (status: string, signedDownloadUrl: string | null = null) =>
      json(200, { id: "s", status, signedDownloadUrl, errorMessage: null });

    it.effect("also waits for the signed document", () =>
      Effect.gen(function* () {
        const { result, sleeps } = yield* callScripted(
          ({ signatures }) => signatures.wait("s"),
          request("sent"),
          request("completed"),
          request("completed", "https://paraph.test/v1/signatures/s/download"),
        );
        assert.strictEqual((yield* result).status, "completed");
        assert.lengthOf(sleeps, 2);
      }),
    );

    it.effect("fails if the request ends otherwise", () =>
      Effect.gen(function* () {
        const { result } = yield* callScripted(
          ({ signatures }) => signatures.wait("s"),
          request("declined"),
        );
        assert.deepInclude(yield* Effect.flip(result), {
          _tag: "signature_ended",
          message: "Signature s is declined",
        });
      }),
    );
  });

  describe("pages", () => {
    it.effect("are requested one by one", () =>
      Effect.gen(function* () {
        const overrides = { nextCursor: "2026-01-01T00:00:00.000Z", hasMore: true };
        const { result, requests } = yield* callScripted(
          ({ renders }) => Stream.runCollect(renders.all({ limit: 1 })),
          json(200, { renders: [{ id: "b" }], ...overrides }),
          json(200, { renders: [{ id: "a" }], nextCursor: null, hasMore: false }),
        );
        assert.deepEqual(
          (yield* result).map(({ id }) => id),
          ["b", "a"],
        );
        assert.strictEqual(
          requests[1]?.url,
          "/v1/renders?limit=1&cursor=2026-01-01T00%3A00%3A00.000Z",
        );
      }),
    );

    it.effect("of events are followed without end, with pauses when there are no new events", () =>
      Effect.gen(function* () {
        const events = (ids: Array<string>, hasMore = false) =>
          json(200, { events: ids.map((id) => ({ id })), nextCursor: ids.at(-1) ?? null, hasMore });
        const { result, requests, sleeps } = yield* callScripted(
          ({ events }) => Stream.runCollect(Stream.take(events.follow({ after: "0" }), 3)),
          events(["1"], true),
          events(["2"]),
          events([]),
          events(["3"]),
        );
        assert.deepEqual(
          (yield* result).map(({ id }) => id),
          ["1", "2", "3"],
        );
        assert.deepEqual(
          requests.map(({ url }) => url),
          ["/v1/events?after=0", "/v1/events?after=1", "/v1/events?after=2", "/v1/events?after=2"],
        );
        assert.deepEqual(sleeps, [1, 1]);
      }),
    );
  });
});
