import { brotliDecompressSync, gunzipSync } from "node:zlib";

import { assert, describe, it, layer } from "@effect/vitest";
import { Effect, Predicate } from "effect";
import { HttpApi, OpenApi } from "effect/http-api";

import { apiServer, ApiServer } from "../../packages/http/_testing/api_server.ts";
import { send } from "../../packages/http/_testing/http_client.ts";
import { Api } from "../../packages/http/api.ts";

/** Every operation, its response statuses, and its credential. */
const OPERATIONS = {
  "GET /v1/projects": "200 401 429 500 503 accountKey",
  "POST /v1/projects": "200 201 400 401 404 413 429 500 503 accountKey",
  "GET /v1/projects/{id}": "200 401 404 429 500 503 accountKey",
  "PATCH /v1/projects/{id}": "200 400 401 404 413 429 500 503 accountKey",
  "DELETE /v1/projects/{id}": "200 401 404 429 500 503 accountKey",
  "GET /v1/projects/{id}/keys": "200 401 404 429 500 503 accountKey",
  "POST /v1/projects/{id}/keys": "200 201 400 401 404 413 429 500 503 accountKey",
  "DELETE /v1/projects/{id}/keys/{keyId}": "200 401 404 429 500 503 accountKey",
  "POST /v1/projects/{id}/templates/copy": "200 201 400 401 404 409 413 429 500 503 accountKey",
  "GET /v1/members": "200 401 429 500 503 accountKey",
  "POST /v1/members": "200 201 400 401 404 409 413 429 500 503 accountKey",
  "PATCH /v1/members/{id}": "200 400 401 404 409 413 429 500 503 accountKey",
  "DELETE /v1/members/{id}": "200 401 404 409 429 500 503 accountKey",
  "POST /v1/members/{id}/invitation": "202 401 404 409 429 500 503 accountKey",
  "GET /v1/templates": "200 401 429 500 503 projectKey",
  "POST /v1/templates": "200 201 400 401 404 409 413 429 500 503 projectKey",
  "GET /v1/templates/{slug}": "200 401 404 429 500 503 projectKey",
  "PUT /v1/templates/{slug}": "200 201 400 401 404 409 413 429 500 503 projectKey",
  "DELETE /v1/templates/{slug}": "200 401 404 429 500 503 projectKey",
  "GET /v1/templates/{slug}/versions": "200 401 404 429 500 503 projectKey",
  "GET /v1/templates/{slug}/versions/{versionNumber}": "200 401 404 429 500 503 projectKey",
  "GET /v1/templates/{slug}/versions/{versionNumber}/pages/{page}.png":
    "200 400 401 404 409 429 500 503 projectKey",
  "GET /v1/templates/{slug}/sample-data": "200 401 404 409 429 500 503 projectKey",
  "POST /v1/fonts": "200 201 400 401 404 409 413 429 500 503 projectKey",
  "GET /v1/fonts": "200 401 429 500 503 projectKey",
  "DELETE /v1/fonts/{name}": "200 401 404 429 500 503 projectKey",
  "POST /v1/templates/{slug}/render": "200 202 400 401 404 409 413 429 500 503 projectKey",
  "POST /v1/documents": "200 201 400 401 404 413 429 500 503 projectKey",
  "GET /v1/renders": "200 400 401 429 500 503 projectKey",
  "POST /v1/renders/batch": "200 202 400 401 404 409 413 429 500 503 projectKey",
  "GET /v1/renders/batches": "200 400 401 429 500 503 projectKey",
  "GET /v1/renders/batches/{id}": "200 401 404 429 500 503 projectKey",
  "GET /v1/renders/batches/{id}/result": "200 400 401 404 409 429 500 503 projectKey",
  "GET /v1/renders/{id}": "200 401 404 429 500 503 projectKey",
  "GET /v1/renders/{id}/data": "200 401 404 409 429 500 503 projectKey",
  "GET /v1/renders/{id}/download": "200 206 304 401 404 416 429 500 503 projectKey",
  "GET /v1/renders/{id}/pages/{page}.png": "200 400 401 404 409 429 500 503 projectKey",
  "GET /v1/renders/{id}/invoice.xml": "200 400 401 404 429 500 503 projectKey",
  "POST /v1/renders/{id}/download-url": "201 400 401 404 409 413 429 500 503 projectKey",
  "DELETE /v1/renders/{id}": "204 401 404 409 429 500 503 projectKey",
  "POST /v1/erasures": "200 400 401 413 429 500 503 projectKey",
  "GET /v1/usage": "200 400 401 429 500 503 projectKey",
  "GET /v1/usage.csv": "200 400 401 429 500 503 projectKey",
  "GET /v1/audit": "200 400 401 429 500 503 accountKey",
  "POST /v1/templates/{slug}/hook": "200 201 401 404 429 500 503 projectKey",
  "GET /v1/templates/{slug}/hook": "200 401 404 429 500 503 projectKey",
  "PATCH /v1/templates/{slug}/hook": "200 400 401 404 413 429 500 503 projectKey",
  "DELETE /v1/templates/{slug}/hook": "200 401 404 429 500 503 projectKey",
  "POST /v1/hooks/{token}": "200 202 400 401 404 409 413 429 500 503",
  "POST /v1/signature-drafts": "200 201 400 401 404 413 429 500 503 projectKey",
  "GET /v1/signature-drafts": "200 400 401 429 500 503 projectKey",
  "GET /v1/signature-drafts/{id}": "200 401 404 429 500 503 projectKey",
  "PATCH /v1/signature-drafts/{id}": "200 400 401 404 409 413 429 500 503 projectKey",
  "DELETE /v1/signature-drafts/{id}": "200 401 404 429 500 503 projectKey",
  "POST /v1/signature-drafts/{id}/send":
    "200 201 400 401 402 404 409 413 429 500 502 503 projectKey",
  "POST /v1/webhooks": "200 201 400 401 404 409 413 429 500 503 projectKey",
  "GET /v1/webhooks": "200 401 429 500 503 projectKey",
  "GET /v1/webhooks/{id}": "200 401 404 429 500 503 projectKey",
  "PATCH /v1/webhooks/{id}": "200 400 401 404 413 429 500 503 projectKey",
  "DELETE /v1/webhooks/{id}": "200 401 404 429 500 503 projectKey",
  "POST /v1/webhooks/{id}/test": "200 202 401 404 409 429 500 503 projectKey",
  "POST /v1/webhooks/{id}/rotate": "200 401 404 429 500 503 projectKey",
  "GET /v1/webhooks/{id}/deliveries": "200 400 401 404 429 500 503 projectKey",
  "POST /v1/webhooks/{id}/deliveries/{deliveryId}/replay":
    "200 202 401 404 409 429 500 503 projectKey",
  "GET /v1/events": "200 400 401 429 500 503 projectKey",
  "GET /v1/renders/{id}/shares": "200 401 404 429 500 503 projectKey",
  "GET /v1/shares": "200 400 401 429 500 503 projectKey",
  "GET /v1/shares/{shareId}/events": "200 400 401 404 429 500 503 projectKey",
  "POST /v1/renders/{id}/shares": "200 201 400 401 404 409 413 429 500 503 projectKey",
  "DELETE /v1/renders/{id}/shares/{shareId}": "200 401 404 429 500 503 projectKey",
  "POST /v1/renders/{id}/email": "200 201 400 401 404 409 413 429 500 502 503 projectKey",
  "POST /v1/renders/{id}/events": "200 400 401 403 404 413 429 500 503 projectKey",
  "GET /v1/renders/{id}/engagement": "200 401 403 404 429 500 503 projectKey",
  "POST /v1/embed/sessions": "200 400 401 403 404 413 422 429 500 503 projectKey",
  "POST /v1/embed/sessions/refresh": "200 400 401 403 413 422 429 500 503 projectKey",
  "DELETE /v1/embed/sessions/{id}": "204 401 403 404 429 500 503 projectKey",
  "GET /v1/embed/session": "200 401 403 429 500 503 sessionToken",
  "GET /v1/embed/catalogs": "200 401 403 429 500 503 projectKey",
  "POST /v1/embed/catalogs": "200 201 400 401 403 413 422 429 500 503 projectKey",
  "GET /v1/embed/builder/templates": "200 401 403 429 500 503 projectKey",
  "POST /v1/embed/builder/templates": "200 400 401 403 404 413 429 500 503 keyOrSession",
  "GET /v1/embed/builder/templates/{id}": "200 400 401 403 404 429 500 503 keyOrSession",
  "PUT /v1/embed/builder/templates/{id}": "200 400 401 403 404 409 413 429 500 503 keyOrSession",
  "DELETE /v1/embed/builder/templates/{id}": "200 401 403 404 429 500 503 keyOrSession",
  "POST /v1/embed/builder/templates/{id}/publish":
    "200 400 401 403 404 409 429 500 503 keyOrSession",
  "GET /v1/embed/builder/templates/{id}/versions": "200 401 403 404 429 500 503 keyOrSession",
  "POST /v1/embed/builder/templates/{id}/rollback":
    "200 400 401 403 404 409 413 429 500 503 keyOrSession",
  "POST /v1/embed/builder/preview": "200 400 401 403 413 429 500 503 keyOrSession",
  "POST /v1/embed/form-submit/{sessionId}": "200 202 400 401 403 404 413 429 500 503 sessionToken",
  "POST /v1/embed/form-preview/{sessionId}": "200 400 401 403 404 413 429 500 503 sessionToken",
  "GET /v1/embed/send/{sessionId}": "200 401 403 404 429 500 503 sessionToken",
  "GET /v1/embed/send/{sessionId}/document": "200 206 304 401 403 404 416 429 500 503 sessionToken",
  "PUT /v1/embed/send/{sessionId}/draft": "200 400 401 403 404 409 413 429 500 503 sessionToken",
  "POST /v1/embed/send/{sessionId}/send":
    "200 201 400 401 402 403 404 409 413 429 500 502 503 sessionToken",
  "GET /v1/embed/renders": "200 400 401 403 429 500 503 projectKey",
  "GET /v1/embed/renders/{id}": "200 401 403 404 429 500 503 sessionToken",
  "GET /.well-known/jwks.json": "200 500 503",
  "GET /embed/builder": "200 404 410 429 500 503",
  "GET /embed/send": "200 404 410 429 500 503",
  "GET /embed/form": "200 404 410 429 500 503",
  "GET /embed/embed.js": "200 500 503",
  "GET /v1/embed/renders/{id}/download": "200 206 304 401 403 404 416 429 500 503 projectKey",
  "GET /files/{token}.pdf": "200 206 304 404 416 429 500 503",
  "GET /files/temporary/{token}.pdf": "200 206 304 404 416 429 500 503",
  "GET /share/{token}": "200 404 410 429 500 503",
  "GET /share/{token}/document.pdf": "200 206 304 404 410 416 429 500 503",
  "POST /share/{token}/events": "200 400 404 410 413 429 500 503",
  "GET /sign/{token}": "200 404 410 429 500 503",
  "GET /sign/{token}/ceremony": "200 404 429 500 503",
  "GET /sign/{token}/document.pdf": "200 206 304 404 416 429 500 503",
  "GET /sign/{token}/signed.pdf": "200 206 304 400 404 409 416 429 500 503",
  "GET /sign/{token}/certificate.pdf": "200 206 304 404 409 416 429 500 503",
  "GET /sign/{token}/audit.json": "200 404 409 429 500 503",
  "POST /sign/{token}/fonts": "200 400 403 404 409 413 429 500 503",
  "POST /sign/{token}/code": "200 403 404 409 429 500 502 503",
  "POST /sign/{token}/verify": "200 400 403 404 409 413 429 500 503",
  "POST /sign/{token}/confirm": "200 403 404 409 429 500 503",
  "POST /sign/{token}/hand-on": "200 400 403 404 409 413 429 500 503",
  "POST /sign/{token}/open": "200 403 404 429 500 503",
  "POST /sign/{token}/finish": "200 400 403 404 409 413 429 500 503",
  "POST /sign/{token}/delegate": "200 400 403 404 409 413 429 500 503",
  "POST /sign/{token}/decline": "200 400 403 404 409 413 429 500 503",
  "GET /verify": "200 429 500 503",
  "POST /verify": "200 400 413 429 500 503",
  "GET /verify/{id}/{code}": "200 404 429 500 503",
  "POST /verify/{id}/{code}": "200 400 404 413 429 500 503",
  "GET /t/{id}.gif": "200 429 500 503",
  "GET /logos/{id}": "200 404 429 500 503",
  "GET /v1/signatures": "200 400 401 429 500 503 projectKey",
  "POST /v1/signatures": "200 201 400 401 402 404 409 413 429 500 502 503 projectKey",
  "POST /v1/signatures/bulk": "200 202 400 401 404 409 413 429 500 503 projectKey",
  "GET /v1/signatures/bulk": "200 400 401 429 500 503 projectKey",
  "GET /v1/signatures/bulk/{id}": "200 401 404 429 500 503 projectKey",
  "GET /v1/signatures/bulk/{id}/rows": "200 401 404 429 500 503 projectKey",
  "GET /v1/signatures/bulk/{id}/result": "200 400 401 404 429 500 503 projectKey",
  "GET /v1/signatures/{id}": "200 401 404 429 500 503 projectKey",
  "POST /v1/signatures/{id}/cancel": "200 400 401 404 409 413 429 500 502 503 projectKey",
  "PATCH /v1/signatures/{id}": "200 400 401 404 409 413 429 500 503 projectKey",
  "POST /v1/signatures/{id}/remind": "202 400 401 404 409 429 500 503 projectKey",
  "PATCH /v1/signatures/{id}/recipients/{recipientId}":
    "200 400 401 404 409 413 429 500 503 projectKey",
  "POST /v1/signatures/{id}/recipients/{recipientId}/resend":
    "202 400 401 404 409 429 500 503 projectKey",
  "GET /v1/signatures/{id}/download": "200 206 304 400 401 404 409 416 429 500 502 503 projectKey",
  "POST /v1/signatures/{id}/recipients/{recipientId}/signing-url":
    "201 400 401 404 409 413 429 500 503 projectKey",
  "POST /v1/signatures/{id}/in-person": "201 400 401 404 409 413 429 500 503 projectKey",
  "GET /v1/signatures/{id}/audit": "200 400 401 404 409 429 500 502 503 projectKey",
  "GET /v1/signatures/{id}/certificate": "200 206 304 401 404 409 416 429 500 502 503 projectKey",
  "POST /v1/hooks/mail/bounce": "200 400 401 413 429 500 503",
  "POST /v1/hooks/signatures/{provider}": "200 400 401 404 413 429 500 503",
  "POST /v1/admin/provision": "200 201 400 401 404 413 429 500 503 adminKey",
  "GET /v1/admin/system": "200 401 429 500 503 adminKey",
  "PATCH /v1/admin/provision": "200 400 401 404 413 429 500 503 adminKey",
  "GET /healthz": "200 500 503",
  "GET /readyz": "200 500 503",
  "GET /metrics": "200 500 503",
};

const pathsOf = (json: unknown) =>
  Object.keys(Predicate.hasProperty(json, "paths") ? Object(json.paths) : {});

const document = OpenApi.fromApi(Api);

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  (["get", "post", "put", "patch", "delete"] as const).flatMap((method) => {
    const operation = item[method];
    return operation === undefined ? [] : [{ name: `${method.toUpperCase()} ${path}`, operation }];
  }),
);

describe("the description of the API", () => {
  it("is OpenAPI 3.1 of version 1.0.0", () => {
    assert.strictEqual(document.openapi, "3.1.0");
    assert.deepInclude(document.info, { title: "Paraph", version: "1.0.0" });
    assert.strictEqual(document.components.securitySchemes["projectKey"]?.type, "http");
  });

  it("lists every operation with its statuses and its key", () => {
    const entries = operations.map(({ name, operation }) => {
      const keys = operation.security.flatMap((scheme) => Object.keys(scheme));
      return [name, [...Object.keys(operation.responses), ...keys].join(" ")];
    });
    assert.deepEqual(Object.fromEntries(entries), OPERATIONS);
  });

  it("summarises every operation and describes every response", () => {
    for (const { name, operation } of operations) {
      assert.isNotEmpty(operation.summary, name);
      for (const response of Object.values(operation.responses)) {
        assert.isNotEmpty(response.description, name);
      }
    }
  });

  it("names every schema once and refers to no other", () => {
    const names = Object.keys(document.components.schemas);
    assert.isFalse(
      names.some((name) => /\d$/.test(name)),
      names.join(),
    );
    const references = JSON.stringify(document).matchAll(/#\/components\/schemas\/([^"]+)"/g);
    for (const [, name = ""] of references) assert.include(names, name);
  });

  it("leaves out no endpoint", () => {
    let endpoints = 0;
    HttpApi.reflect(Api, { onGroup: () => {}, onEndpoint: () => endpoints++ });
    assert.strictEqual(operations.length, endpoints);
  });
});

layer(apiServer, { excludeTestServices: true })("the served description", (it) => {
  it.effect("GET /openapi.json needs no key", () =>
    Effect.gen(function* () {
      const { port } = yield* ApiServer;
      const response = yield* send(port, { path: "/openapi.json" });
      assert.strictEqual(response.status, 200);
      assert.deepEqual(pathsOf(response.json), Object.keys(document.paths));
    }),
  );

  it.effect("GET /openapi.json is compressed, and sent again only if it has changed", () =>
    Effect.gen(function* () {
      const { port } = yield* ApiServer;
      const get = (headers: Record<string, string>) =>
        send(port, { path: "/openapi.json", headers });
      const plain = yield* get({});
      assert.notProperty(plain.headers, "content-encoding");
      const encodings = [
        ["br", brotliDecompressSync],
        ["gzip", gunzipSync],
      ] as const;
      for (const [encoding, decode] of encodings) {
        const response = yield* get({ "accept-encoding": encoding });
        assert.strictEqual(response.headers["content-encoding"], encoding);
        assert.isBelow(response.bytes.length, plain.bytes.length / 8);
        assert.isTrue(decode(response.bytes).equals(plain.bytes));
        const etag = String(response.headers["etag"]);
        const again = yield* get({ "accept-encoding": encoding, "if-none-match": etag });
        assert.deepStrictEqual([again.status, again.bytes.length], [304, 0]);
        assert.strictEqual((yield* get({ "if-none-match": etag })).status, 200);
      }
    }),
  );

  it.effect("GET /docs lists the operations for integrators, without external resources", () =>
    Effect.gen(function* () {
      const { port } = yield* ApiServer;
      const { status, headers, text } = yield* send(port, { path: "/docs" });
      const accepting = { path: "/docs", headers: { "accept-encoding": "br" } };
      assert.isBelow((yield* send(port, accepting)).bytes.length, 100_000);
      assert.strictEqual(status, 200);
      assert.match(String(headers["content-type"]), /^text\/html/);
      for (const { name, operation } of operations) {
        const isListed = text.includes(`id="${operation.operationId}"`);
        assert.strictEqual(isListed, !("x-internal" in operation), name);
      }
      assert.notMatch(text, /<(script|link|img)[^>]+(src|href)="https?:/);
    }),
  );
});
