import { assert, describe, layer } from "@effect/vitest";
import { DateTime, Effect, Schema } from "effect";

import { submitInvoice } from "../_testing/api_client.ts";
import { apiServer, ApiServer } from "../_testing/api_server.ts";
import { codeOf, issuePaths, fieldsOf } from "../_testing/body.ts";
import { type RawResponse, send } from "../_testing/http_client.ts";

const UNKNOWN = "019b76da-a800-7000-8000-000000000000";

/** Sends a request with the key of the first project. */
const call = Effect.fnUntraced(function* (method: string, path: string, body?: unknown) {
  const { port, key } = yield* ApiServer;
  const headers = { authorization: `Bearer ${key}` };
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  return yield* send(port, { method, path, headers, ...content });
});

const create = (options: Record<string, unknown> = {}) =>
  call("POST", "/v1/webhooks", { url: "https://partner.test/in", ...options });
const idOf = (response: RawResponse) => String(fieldsOf(response)["id"]);

const Events = Schema.decodeUnknownSync(
  Schema.Struct({
    events: Schema.Array(
      Schema.Struct({
        id: Schema.String,
        type: Schema.String,
        data: Schema.Struct({ id: Schema.String }),
      }),
    ),
    nextCursor: Schema.NullOr(Schema.String),
    hasMore: Schema.Boolean,
  }),
);
const Deliveries = Schema.decodeUnknownSync(
  Schema.Struct({
    deliveries: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)),
    nextCursor: Schema.NullOr(Schema.String),
    hasMore: Schema.Boolean,
  }),
);
const readEvents = (query: string) =>
  Effect.map(call("GET", `/v1/events${query}`), ({ json }) => Events(json));

layer(apiServer, { excludeTestServices: true })("webhooks", (it) => {
  describe("/v1/webhooks", () => {
    it.effect("can be created with a secret that is returned once, read, changed and deleted", () =>
      Effect.gen(function* () {
        const createResponse = yield* create({ description: "Books" });
        assert.strictEqual(createResponse.status, 201);
        const { secret, ...webhook } = fieldsOf(createResponse);
        assert.match(String(secret), /^whsec_[A-Za-z0-9+/]{43}=$/);
        const { id, createdAt, ...rest } = webhook;
        assert.isString(createdAt);
        assert.deepEqual(rest, {
          url: "https://partner.test/in",
          events: ["render.succeeded", "render.failed"],
          description: "Books",
          enabled: true,
        });
        const path = `/v1/webhooks/${String(id)}`;
        assert.deepEqual(fieldsOf(yield* call("GET", path)), webhook);
        assert.deepInclude(fieldsOf(yield* call("GET", "/v1/webhooks"))["webhooks"], webhook);
        const change = { events: ["*", "*"], enabled: false, description: null };
        const expected = { ...webhook, ...change, events: ["*"] };
        assert.deepEqual(fieldsOf(yield* call("PATCH", path, change)), expected);
        const rotation = fieldsOf(yield* call("POST", `${path}/rotate`));
        assert.notStrictEqual(rotation["secret"], secret);
        const deleteResponse = yield* call("DELETE", path);
        assert.hasAllKeys(fieldsOf(deleteResponse), ["id", "deletedAt"]);
        assert.strictEqual(codeOf(yield* call("GET", path)), "not_found");
        assert.strictEqual(codeOf(yield* call("DELETE", path)), "not_found");
      }),
    );

    it.effect("list all issues with their paths", () =>
      Effect.gen(function* () {
        const invalid = { url: "ftp://x", events: ["render.nothing"], description: 1 };
        const rejection = yield* call("POST", "/v1/webhooks", invalid);
        assert.strictEqual(codeOf(rejection), "invalid_request");
        assert.sameMembers([...issuePaths(rejection)], ["url", "events.0", "description"]);
        for (const url of [
          "https://u:p@x.test/",
          "nothing",
          `https://x.test/${"x".repeat(2048)}`,
        ]) {
          assert.deepEqual(issuePaths(yield* create({ url })), ["url"]);
        }
        assert.deepEqual(issuePaths(yield* create({ events: [] })), ["events"]);
      }),
    );

    it.effect("of other projects are not found, with any body", () =>
      Effect.gen(function* () {
        const { port, otherKey } = yield* ApiServer;
        const createResponse = yield* create();
        const headers = { authorization: `Bearer ${otherKey}` };
        const webhookPath = `/v1/webhooks/${idOf(createResponse)}`;
        for (const [method, path] of [
          ["GET", webhookPath],
          ["PATCH", webhookPath],
          ["DELETE", webhookPath],
          ["POST", `${webhookPath}/test`],
          ["POST", `${webhookPath}/rotate`],
          ["GET", `${webhookPath}/deliveries?limit=no`],
          ["POST", `${webhookPath}/deliveries/${UNKNOWN}/replay`],
          ["GET", "/v1/webhooks/no-uuid"],
        ] as const) {
          const response = yield* send(port, { method, path, headers });
          assert.deepEqual([response.status, codeOf(response)], [404, "not_found"], path);
        }
        yield* call("DELETE", webhookPath);
      }),
    );

    it.effect("are at most 20 per project, also for concurrent requests", () =>
      Effect.gen(function* () {
        const { port, otherKey } = yield* ApiServer;
        const headers = { authorization: `Bearer ${otherKey}` };
        const body = JSON.stringify({ url: "https://partner.test/in" });
        const one = send(port, { method: "POST", path: "/v1/webhooks", headers, body });
        const all = yield* Effect.all(
          Array.from({ length: 25 }, () => one),
          { concurrency: "unbounded" },
        );
        assert.lengthOf(
          all.filter(({ status }) => status === 201),
          20,
        );
        const rejections = all.filter((response) => codeOf(response) === "conflict");
        assert.lengthOf(rejections, 5);
      }),
    );
  });

  describe("/v1/webhooks/{id}/deliveries", () => {
    it.effect("list tests and replays in pages; disabled webhooks reject both", () =>
      Effect.gen(function* () {
        const path = `/v1/webhooks/${idOf(yield* create())}`;
        const ping = yield* call("POST", `${path}/test`);
        assert.strictEqual(ping.status, 202);
        const { id, eventId, createdAt, nextAttemptAt, ...rest } = fieldsOf(ping);
        assert.isString(nextAttemptAt);
        assert.isString(createdAt);
        assert.deepEqual(rest, {
          type: "webhook.ping",
          status: "pending",
          attempts: 0,
          responseStatus: null,
          responseBody: null,
          error: null,
          durationMs: null,
          lastAttemptAt: null,
        });
        const replay = yield* call("POST", `${path}/deliveries/${String(id)}/replay`);
        assert.strictEqual(replay.status, 202);
        assert.strictEqual(fieldsOf(replay)["eventId"], eventId);
        assert.notStrictEqual(idOf(replay), id);
        const first = Deliveries((yield* call("GET", `${path}/deliveries?limit=1`)).json);
        assert.isTrue(first.hasMore);
        const cursor = encodeURIComponent(first.nextCursor ?? "");
        const next = yield* call("GET", `${path}/deliveries?limit=1&cursor=${cursor}`);
        const pages = [...first.deliveries, ...Deliveries(next.json).deliveries];
        assert.deepEqual(
          pages.map((delivery) => delivery["id"]),
          [idOf(replay), id],
        );
        yield* call("PATCH", path, { enabled: false });
        const failedPage = Deliveries(
          (yield* call("GET", `${path}/deliveries?status=failed`)).json,
        );
        assert.lengthOf(failedPage.deliveries, 2);
        for (const rejection of [
          yield* call("POST", `${path}/test`),
          yield* call("POST", `${path}/deliveries/${String(id)}/replay`),
        ]) {
          assert.deepEqual([rejection.status, codeOf(rejection)], [409, "conflict"]);
        }
        const unknown = yield* call("POST", `${path}/deliveries/${UNKNOWN}/replay`);
        assert.strictEqual(codeOf(unknown), "not_found");
      }),
    );
  });

  describe("GET /v1/events", () => {
    it.effect("returns events in order, in pages, and from a point in time", () =>
      Effect.gen(function* () {
        const before = DateTime.formatIso(yield* DateTime.now);
        const ids: Array<string> = [];
        for (const slug of ["one", "two", "three"]) ids.push((yield* submitInvoice(slug)).id);
        // The event stream holds an event back while an older transaction may still add one before
        // it.
        const since = yield* readEvents(`?after=${before}`).pipe(
          Effect.repeat({ until: ({ events }) => events.length >= ids.length }),
          Effect.timeout("2 minutes"),
        );
        assert.deepEqual(
          since.events.map(({ type, data }) => [type, data.id]),
          ids.map((id) => ["render.queued", id]),
        );
        const first = yield* readEvents(`?after=${before}&limit=1`);
        assert.isTrue(first.hasMore);
        const rest = yield* readEvents(`?after=${first.nextCursor}`);
        assert.deepEqual(rest.events, since.events.slice(1));
        const end = yield* readEvents(`?after=${rest.nextCursor}`);
        assert.deepEqual(end, { events: [], nextCursor: rest.nextCursor, hasMore: false });
        const all = yield* readEvents("");
        assert.deepEqual(all.events.slice(-3), since.events);
      }),
    );

    it.effect("rejects cursors that are not events of the project", () =>
      Effect.gen(function* () {
        const { port, otherKey } = yield* ApiServer;
        yield* submitInvoice("foreign");
        const { nextCursor } = yield* readEvents("");
        const headers = { authorization: `Bearer ${otherKey}` };
        const path = `/v1/events?after=${nextCursor}`;
        assert.deepEqual(issuePaths(yield* send(port, { path, headers })), ["after"]);
        for (const after of ["x", "2026", "0", "%00"]) {
          assert.deepEqual(issuePaths(yield* call("GET", `/v1/events?after=${after}`)), ["after"]);
        }
        assert.deepEqual(issuePaths(yield* call("GET", "/v1/events?limit=0")), ["limit"]);
      }),
    );
  });
});
