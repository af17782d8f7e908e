import { assert, describe, it as test, layer } from "@effect/vitest";
import { Array, Effect, Schema } from "effect";
import { HttpApi } from "effect/http-api";
import { SqlClient } from "effect/sql";

import { INVOICE, INVOICE_DATA, publishInvoice } from "../../packages/http/_testing/api_client.ts";
import { apiServer, ApiServer } from "../../packages/http/_testing/api_server.ts";
import { fieldsOf } from "../../packages/http/_testing/body.ts";
import {
  createDraft,
  callAs,
  openSession,
  outcome,
  SESSION_OWNER,
} from "../../packages/http/_testing/embedding.ts";
import type { RawResponse } from "../../packages/http/_testing/http_client.ts";
import { Api } from "../../packages/http/api.ts";
import { CREATING, CREATING_NOTHING, type CreatingRequest } from "./idempotency_cases.ts";

const CONCURRENCY = 8;

/** The endpoints that create resources, and whether they take an `Idempotency-Key`. */
function creatingEndpoints(): ReadonlyMap<string, boolean> {
  const endpoints = new Map<string, boolean>();
  HttpApi.reflect(Api, {
    onGroup: () => {},
    onEndpoint: ({ group, endpoint }) => {
      const name = `${group.identifier}.${endpoint.identifier}`;
      const headers = JSON.stringify(endpoint.headers?.ast ?? null);
      if (endpoint.method === "POST" || name === "templates.publish") {
        endpoints.set(name, headers.includes("idempotency-key"));
      }
    },
  });
  return endpoints;
}

describe("the contract", () => {
  test("takes an Idempotency-Key on every endpoint that creates something", () => {
    const endpoints = creatingEndpoints();
    assert.sameMembers(
      [...Object.keys(CREATING), ...Object.keys(CREATING_NOTHING)],
      [...endpoints.keys()],
    );
    const namesWithKey = [...endpoints].filter(([, takesKey]) => takesKey).map(([name]) => name);
    assert.sameMembers(Object.keys(CREATING), namesWithKey);
  });
});

/** Sends a request under an idempotency key. */
const ask = (
  { method = "POST", path, json, bearer, origin }: CreatingRequest,
  key: string,
): Effect.Effect<RawResponse, never, ApiServer> =>
  callAs(bearer, method, path, json, {
    "idempotency-key": key,
    ...(origin === undefined ? {} : { origin }),
  });

const CountRows = Schema.Tuple([Schema.Struct({ count: Schema.Int })]);

const count = Effect.fnUntraced(function* (rows: string) {
  const sql = yield* SqlClient.SqlClient;
  const result = yield* sql.unsafe(`SELECT count(*)::int AS count FROM ${rows}`);
  const [{ count }] = yield* Schema.decodeUnknownEffect(CountRows)(result);
  return count;
});

const identityOf = (response: RawResponse, { identity = "id" }: CreatingRequest) => {
  const value = fieldsOf(response)[identity];
  assert.isDefined(value, response.text);
  return JSON.stringify(value);
};

layer(apiServer, { excludeTestServices: true, timeout: "60 seconds" })(
  "an idempotency key",
  (it) => {
    for (const [name, fresh] of Object.entries(CREATING)) {
      it.effect(`${name} runs once, when repeated and when sent ${CONCURRENCY} times at once`, () =>
        Effect.gen(function* () {
          const request: CreatingRequest = yield* fresh;
          const before = yield* count(request.rows);
          const first = yield* ask(request, `${name} twice`);
          assert.include([200, 201, 202], first.status, first.text);
          const replay = yield* ask(request, `${name} twice`);
          assert.strictEqual(replay.status, 200, replay.text);
          assert.strictEqual(identityOf(replay, request), identityOf(first, request));
          assert.strictEqual(yield* count(request.rows), before + 1);

          const concurrent: CreatingRequest = yield* fresh;
          const rowsBefore = yield* count(concurrent.rows);
          const responses = yield* Effect.all(
            Array.makeBy(CONCURRENCY, () => ask(concurrent, `${name} at once`)),
            { concurrency: "unbounded" },
          );
          const statuses = responses.map(({ status }) => status);
          const ofFirst = first.status === 200 ? CONCURRENCY : 1;
          assert.lengthOf(
            statuses.filter((status) => status === first.status),
            ofFirst,
            statuses.join(),
          );
          const identities = new Set(responses.map((one) => identityOf(one, concurrent)));
          assert.strictEqual(identities.size, 1, [...identities].join());
          assert.strictEqual(yield* count(concurrent.rows), rowsBefore + 1);
        }),
      );
    }

    it.effect("replays a project key without its secret, and other secrets as they are", () =>
      Effect.gen(function* () {
        const sendTwice = Effect.fnUntraced(function* (name: keyof typeof CREATING) {
          const request: CreatingRequest = yield* CREATING[name];
          const [first, replay] = yield* Effect.all([
            ask(request, `${name} secret`),
            ask(request, `${name} secret`),
          ]);
          return [fieldsOf(first), fieldsOf(replay)] as const;
        });
        const [key, replayedKey] = yield* sendTwice("projects.mintKey");
        assert.match(String(key["key"]), /^svc_test_/);
        assert.deepEqual(replayedKey, { ...key, key: null });
        const [webhook, replayedWebhook] = yield* sendTwice("webhooks.create");
        assert.match(String(webhook["secret"]), /^whsec_/);
        assert.deepEqual(replayedWebhook, webhook);
        const [inboundWebhook, replayedInboundWebhook] = yield* sendTwice("hooks.mint");
        assert.isString(inboundWebhook["secret"]);
        assert.deepEqual(replayedInboundWebhook, inboundWebhook);
        const [org, replayedOrg] = yield* sendTwice("admin.provision");
        assert.match(String(org["apiKey"]), /^svc_test_/);
        assert.deepEqual(replayedOrg, { ...org, apiKey: null });
        const [session, replayedSession] = yield* sendTwice("embedSessions.create");
        const { session_id, expires_at } = session;
        assert.deepInclude(replayedSession, { session_id, expires_at, renew_token: null });
      }),
    );

    it.effect(
      "replays a session with a valid token, and a renewal without ending the session",
      () =>
        Effect.gen(function* () {
          const { embedKey } = yield* ApiServer;
          const renew = (renewToken: unknown, key: string) =>
            ask(
              {
                path: "/v1/embed/sessions/refresh",
                json: { renewToken },
                bearer: embedKey,
                rows: "",
              },
              key,
            );
          const request = {
            path: "/v1/embed/sessions",
            json: SESSION_OWNER,
            bearer: embedKey,
            rows: "",
          };
          const { renew_token: first } = fieldsOf(yield* ask(request, "session to renew"));
          const replay = fieldsOf(yield* ask(request, "session to renew"));
          const { renew_token: second } = fieldsOf(yield* renew(first, "renewal"));
          const again = fieldsOf(yield* renew(first, "renewal"));
          assert.isNull(again["renew_token"]);
          for (const { session_token } of [replay, again]) {
            const page = { origin: "https://app.partner.test" };
            const context = yield* callAs(
              String(session_token),
              "GET",
              "/v1/embed/session",
              undefined,
              page,
            );
            assert.strictEqual(context.status, 200, context.text);
          }
          assert.strictEqual((yield* renew(second, "next renewal")).status, 200);
          // Without the key it is a copied token, which ends the session.
          assert.deepEqual(outcome(yield* renew(first, "copied")), [401, "refresh_failed"]);
          assert.deepEqual(outcome(yield* renew(first, "copied")), [401, "refresh_failed"]);
          const last = yield* callAs(
            String(again["session_token"]),
            "GET",
            "/v1/embed/session",
            undefined,
            { origin: "https://app.partner.test" },
          );
          assert.strictEqual(last.status, 401);
        }),
    );

    it.effect("belongs to one project, route and resource", () =>
      Effect.gen(function* () {
        const { key, otherKey } = yield* ApiServer;
        const json = { name: "Invoice", manifest: INVOICE };
        const put = (slug: string, bearer = key) =>
          ask({ method: "PUT", path: `/v1/templates/${slug}`, json, bearer, rows: "" }, "shared");
        const responses = [
          yield* put("shared-one"),
          yield* put("shared-two"),
          yield* put("shared-one", otherKey),
          yield* ask({ path: "/v1/templates", json, bearer: key, rows: "" }, "shared"),
        ];
        assert.deepEqual(
          responses.map(({ status }) => status),
          [201, 201, 201, 201],
        );
        assert.strictEqual(new Set(responses.map((one) => fieldsOf(one)["id"])).size, 4);
      }),
    );

    it.effect("replays a publication with the template as it is now", () =>
      Effect.gen(function* () {
        const { key: bearer } = yield* ApiServer;
        const put = (name: string, key: string) =>
          ask(
            {
              method: "PUT",
              path: "/v1/templates/as-now",
              bearer,
              rows: "",
              json: { name, manifest: INVOICE },
            },
            key,
          );
        yield* put("One", "first");
        yield* put("Two", "second");
        const replay = yield* put("One", "first");
        assert.strictEqual(replay.status, 200);
        assert.strictEqual(fieldsOf(replay)["currentVersionNumber"], 2);
        yield* callAs(bearer, "DELETE", "/v1/templates/as-now");
        assert.deepEqual(outcome(yield* put("One", "first")), [404, "template_not_found"]);
      }),
    );

    it.effect("is free again when its request has failed", () =>
      Effect.gen(function* () {
        const { key: bearer, embedKey } = yield* ApiServer;
        yield* publishInvoice("freed");
        const render = (data: unknown) =>
          ask({ path: "/v1/templates/freed/render", json: { data }, bearer, rows: "" }, "freed");
        assert.deepEqual(outcome(yield* render({})), [400, "invalid_input_data"]);
        assert.strictEqual((yield* render(INVOICE_DATA)).status, 202);
        const { id } = yield* createDraft("Undrawn", {});
        const path = `/v1/embed/builder/templates/${id}`;
        const publish = ask({ path: `${path}/publish`, bearer: embedKey, rows: "" }, "freed");
        assert.deepEqual(outcome(yield* publish), [400, "invalid_request"]);
        const { layout } = (yield* CREATING["builder.create"]).json.documentTemplate;
        const documentTemplate = { name: "Undrawn", layout };
        yield* callAs(embedKey, "PUT", path, { documentTemplate });
        assert.strictEqual((yield* publish).status, 200);
      }),
    );

    it.effect("of one session is unknown to others and to its tenant", () =>
      Effect.gen(function* () {
        const create = (bearer: string, origin?: string) =>
          ask(
            {
              path: "/v1/embed/builder/templates",
              bearer,
              rows: "",
              json: { documentTemplate: { name: "Letter" } },
              ...(origin === undefined ? {} : { origin }),
            },
            "of a session",
          );
        const { embedKey } = yield* ApiServer;
        const page = "https://app.partner.test";
        const [one, two] = [yield* openSession(), yield* openSession()];
        const responses = [
          yield* create(one.token, page),
          yield* create(two.token, page),
          yield* create(embedKey),
        ];
        const ids = responses.map((response) =>
          JSON.stringify(fieldsOf(response)["documentTemplate"]),
        );
        assert.strictEqual(new Set(ids).size, 3, ids.join());
      }),
    );
  },
);
