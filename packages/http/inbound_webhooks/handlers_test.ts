import { createHmac } from "node:crypto";

import { assert, describe, layer } from "@effect/vitest";
import { Slug } from "@paraph/core/values";
import { Effect, Schema } from "effect";

import { apiClient, publishInvoice } from "../_testing/api_client.ts";
import { apiServer, ApiServer, BASE_URL } from "../_testing/api_server.ts";
import { codeOf, issuePaths, fieldsOf } from "../_testing/body.ts";
import { send } from "../_testing/http_client.ts";

const decodeCreated = Schema.decodeUnknownSync(
  Schema.Struct({
    token: Schema.String,
    url: Schema.String,
    secret: Schema.String,
    requireSignature: Schema.Boolean,
  }),
);

/** Manages a template's inbound webhook with the key of the first project. */
const manage = Effect.fnUntraced(function* (method: string, slug: string, body?: unknown) {
  const { port, key } = yield* ApiServer;
  const headers = { authorization: `Bearer ${key}` };
  const path = `/v1/templates/${slug}/hook`;
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  return yield* send(port, { method, path, headers, ...content });
});

const createInboundWebhook = (slug: string) =>
  Effect.map(manage("POST", slug), ({ json }) => decodeCreated(json));

/** Sends a body to a token, without a key. */
const post = Effect.fnUntraced(function* (
  token: string,
  body: string,
  headers: Record<string, string> = {},
) {
  const { port } = yield* ApiServer;
  return yield* send(port, { method: "POST", path: `/v1/hooks/${token}`, headers, body });
});

const signatureHeaders = (secret: string, body: string) => ({
  "x-service-signature": createHmac("sha256", secret).update(body).digest("hex"),
});

const DATA = JSON.stringify({ "customer.name": "Ada", total: 12.5, unknown: 1 });

layer(apiServer, { excludeTestServices: true })("inbound webhooks", (it) => {
  describe("/v1/templates/{slug}/hook", () => {
    it.effect(
      "can be created, read, changed, rotated and deleted; the secret is returned once",
      () =>
        Effect.gen(function* () {
          yield* publishInvoice("managed");
          assert.strictEqual(codeOf(yield* manage("GET", "managed")), "not_found");
          assert.strictEqual(codeOf(yield* manage("PATCH", "managed", 1)), "not_found");
          const createResponse = yield* manage("POST", "managed");
          assert.strictEqual(createResponse.status, 201);
          const { token, url, secret, requireSignature } = decodeCreated(createResponse.json);
          assert.match(token, /^hook_[\w-]{43}$/);
          assert.strictEqual(url, `${BASE_URL}/v1/hooks/${token}`);
          assert.match(secret, /^[\w-]{43}$/);
          assert.isFalse(requireSignature);
          const read = yield* manage("GET", "managed");
          assert.hasAllKeys(fieldsOf(read), ["url", "requireSignature", "createdAt"]);
          const updateResponse = yield* manage("PATCH", "managed", { requireSignature: true });
          assert.isTrue(fieldsOf(updateResponse)["requireSignature"]);
          assert.deepEqual(issuePaths(yield* manage("PATCH", "managed", {})), ["requireSignature"]);
          const replacement = yield* createInboundWebhook("managed");
          assert.notStrictEqual(replacement.token, token);
          assert.isTrue(replacement.requireSignature);
          assert.strictEqual(codeOf(yield* post(token, DATA)), "invalid_token");
          const deleteResponse = yield* manage("DELETE", "managed");
          assert.deepEqual(
            [deleteResponse.status, Object.keys(fieldsOf(deleteResponse))],
            [200, ["deletedAt"]],
          );
          assert.strictEqual(codeOf(yield* manage("DELETE", "managed")), "not_found");
          assert.strictEqual(codeOf(yield* post(replacement.token, DATA)), "invalid_token");
          for (const method of ["GET", "POST", "PATCH", "DELETE"]) {
            assert.strictEqual(codeOf(yield* manage(method, "nothing")), "template_not_found");
          }
        }),
    );
  });

  describe("POST /v1/hooks/{token}", () => {
    it.effect("renders flat data, unsigned unless a signature is required", () =>
      Effect.gen(function* () {
        yield* publishInvoice("open");
        const { token, secret } = yield* createInboundWebhook("open");
        const response = yield* post(token, DATA);
        assert.strictEqual(response.status, 202);
        const { id, status, pollUrl, warnings } = fieldsOf(response);
        assert.hasAllKeys(fieldsOf(response), ["id", "status", "pollUrl", "warnings"]);
        assert.nestedPropertyVal(warnings, "0.path", "unknown");
        assert.deepEqual([status, pollUrl], ["queued", `${BASE_URL}/v1/renders/${String(id)}`]);
        const client = yield* apiClient;
        const render = yield* client.renders.get({ params: { id: String(id) } });
        assert.strictEqual(render.source, "webhook");
        assert.strictEqual((yield* post(token, DATA, signatureHeaders(secret, DATA))).status, 202);
        yield* manage("PATCH", "open", { requireSignature: true });
        assert.strictEqual(codeOf(yield* post(token, DATA)), "invalid_signature");
        const upper = signatureHeaders(secret, DATA)["x-service-signature"].toUpperCase();
        assert.strictEqual(
          (yield* post(token, DATA, { "x-service-signature": upper })).status,
          202,
        );
      }),
    );

    it.effect("rejects all signatures but that of the exact bytes", () =>
      Effect.gen(function* () {
        yield* publishInvoice("signed");
        const { token, secret } = yield* createInboundWebhook("signed");
        const valid = signatureHeaders(secret, DATA)["x-service-signature"];
        const invalid = [
          "",
          "no hex",
          valid.slice(2),
          `${valid}00`,
          valid.replace(/^./, "g"),
          "00".repeat(32),
          signatureHeaders(secret, `${DATA} `)["x-service-signature"],
          signatureHeaders(`${secret}x`, DATA)["x-service-signature"],
        ];
        for (const signature of invalid) {
          const response = yield* post(token, DATA, { "x-service-signature": signature });
          assert.deepEqual([response.status, codeOf(response)], [401, "invalid_signature"]);
          assert.isUndefined(response.headers["www-authenticate"], "Inbound webhooks need no key");
        }
      }),
    );

    it.effect("checks token, signature, JSON, schema and data in this order", () =>
      Effect.gen(function* () {
        yield* publishInvoice("ordered");
        const { token, secret } = yield* createInboundWebhook("ordered");
        const badSignature = { "x-service-signature": "00" };
        assert.strictEqual(codeOf(yield* post("hook_no", "{", badSignature)), "invalid_token");
        assert.strictEqual(codeOf(yield* post(token, "{", badSignature)), "invalid_signature");
        assert.strictEqual(
          codeOf(yield* post(token, "{", signatureHeaders(secret, "{"))),
          "invalid_json",
        );
        assert.strictEqual(codeOf(yield* post(token, "[]")), "invalid_request");
        const rejection = yield* post(token, JSON.stringify({ total: "x" }));
        assert.strictEqual(codeOf(rejection), "invalid_input_data");
        assert.sameMembers([...issuePaths(rejection)], ["customer.name", "total"]);
      }),
    );

    it.effect("does not find tokens of deleted templates", () =>
      Effect.gen(function* () {
        yield* publishInvoice("gone");
        const { token } = yield* createInboundWebhook("gone");
        const client = yield* apiClient;
        yield* client.templates.remove({ params: { slug: Slug.make("gone") } });
        assert.strictEqual(codeOf(yield* post(token, DATA)), "invalid_token");
      }),
    );

    it.effect("does not log tokens", () =>
      Effect.gen(function* () {
        yield* publishInvoice("logged");
        const { token } = yield* createInboundWebhook("logged");
        yield* post(token, DATA);
        const { logs } = yield* ApiServer;
        assert.notInclude(JSON.stringify(logs), token);
      }),
    );
  });
});
