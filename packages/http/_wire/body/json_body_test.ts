import { assert, layer } from "@effect/vitest";
import { Effect } from "effect";

import { publishInvoice } from "../../_testing/api_client.ts";
import { apiServer, ApiServer, MAX_BODY_BYTES } from "../../_testing/api_server.ts";
import { codeOf, issuePaths } from "../../_testing/body.ts";
import { type RawRequest, send, sendBytes } from "../../_testing/http_client.ts";

const VALID = JSON.stringify({ name: "x", manifest: { variables: [], loops: [] } });

const publish = Effect.fnUntraced(function* (request: Omit<RawRequest, "path">) {
  const { port, key } = yield* ApiServer;
  const headers = { authorization: `Bearer ${key}`, ...request.headers };
  return yield* send(port, { method: "PUT", path: "/v1/templates/body", ...request, headers });
});

const rejectionCode = Effect.fnUntraced(function* (body: RawRequest["body"]) {
  const response = yield* publish(body === undefined ? {} : { body });
  assert.strictEqual(response.status, 400, response.text);
  return codeOf(response);
});

const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

layer(apiServer, { excludeTestServices: true })("jsonBody()", (it) => {
  it.effect("reads JSON of any content type, encoded or in chunks", () =>
    Effect.gen(function* () {
      for (const type of [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "@",
      ]) {
        const headers = { "content-type": type };
        assert.isBelow((yield* publish({ body: VALID, headers })).status, 300, type);
      }
      assert.strictEqual((yield* publish({ body: VALID })).status, 200);
      assert.strictEqual(
        (yield* publish({ body: [VALID.slice(0, 9), VALID.slice(9)] })).status,
        200,
      );
      assert.strictEqual((yield* publish({ body: `\ufeff ${VALID}\n` })).status, 200);
    }),
  );

  it.effect("rejects invalid JSON", () =>
    Effect.gen(function* () {
      const bodies = [
        undefined,
        "",
        " \n",
        "{",
        VALID.slice(0, -1),
        `${VALID}{}`,
        "NaN",
        "{'a':1}",
      ];
      for (const body of bodies)
        assert.strictEqual(yield* rejectionCode(body), "invalid_json", body);
      const latin = Buffer.from(VALID.replace("x", "ü"), "latin1");
      assert.strictEqual(yield* rejectionCode(latin), "invalid_json");
      assert.strictEqual(yield* rejectionCode(Buffer.from(VALID, "utf16le")), "invalid_json");
    }),
  );

  it.effect("lists all issues with their paths", () =>
    Effect.gen(function* () {
      const variables = [{ key: "a b", label: "" }, 7];
      const body = JSON.stringify({ name: 1, manifest: { variables }, description: [] });
      const response = yield* publish({ body });
      assert.strictEqual(codeOf(response), "invalid_request");
      assert.sameMembers(
        [...issuePaths(response)],
        [
          "name",
          "description",
          "manifest.variables.0.key",
          "manifest.variables.0.label",
          "manifest.variables.0.dataType",
          "manifest.variables.1",
          "manifest.loops",
        ],
      );
    }),
  );

  it.effect("rejects JSON that is not an object", () =>
    Effect.gen(function* () {
      for (const body of ["null", "1", '"x"', "[]", "true", "1e400"]) {
        assert.strictEqual(yield* rejectionCode(body), "invalid_request", body);
      }
    }),
  );

  it.effect("rejects characters that PostgreSQL cannot store, in values and keys", () =>
    Effect.gen(function* () {
      const manifest = { variables: [], loops: [] };
      for (const [text, path] of [
        [`{"name":"a\\u0000b"}`, "name"],
        [`{"name":"\\ud800"}`, "name"],
        [`{"name":"x","layout":{"schemas":[["\\udfff"]]}}`, "layout.schemas.0.0"],
        [`{"name":"x","layout":{"\\u0000":1}}`, 'layout."\\u0000"'],
      ] as const) {
        const body = text.replace(/}$/, `,"manifest":${JSON.stringify(manifest)}}`);
        const response = yield* publish({ body });
        assert.deepEqual([response.status, codeOf(response)], [400, "invalid_request"], text);
        assert.include(issuePaths(response), path);
      }
    }),
  );

  it.effect("rejects deep nesting", () =>
    Effect.gen(function* () {
      const { port } = yield* ApiServer;
      for (const levels of [65, 10_000, 100_000]) {
        assert.strictEqual(yield* rejectionCode(deep(levels)), "invalid_request");
        assert.strictEqual(yield* rejectionCode("[".repeat(levels)), "invalid_request");
      }
      assert.strictEqual((yield* send(port, { path: "/healthz" })).status, 200);
    }),
  );

  it.effect("does not modify prototypes", () =>
    Effect.gen(function* () {
      yield* publishInvoice("polluted");
      const { port, key } = yield* ApiServer;
      const data = `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"customer":{"name":"x","__proto__":{"polluted":1}}}`;
      const headers = { authorization: `Bearer ${key}` };
      const path = "/v1/templates/polluted/render";
      const body = `{"__proto__":{"polluted":1},"data":${data}}`;
      const response = yield* send(port, { method: "POST", path, headers, body });
      assert.strictEqual(response.status, 202, response.text);
      assert.isFalse("polluted" in {});
    }),
  );

  it.effect("rejects large bodies, with or without an announced length", () =>
    Effect.gen(function* () {
      const chunk = Buffer.alloc(64 * 1024, " ");
      const chunks = Array.from({ length: MAX_BODY_BYTES / chunk.length + 1 }, () => chunk);
      for (const body of [Buffer.concat(chunks), chunks]) {
        const response = yield* publish({ body });
        assert.deepEqual([response.status, codeOf(response)], [413, "payload_too_large"]);
      }
      assert.strictEqual(yield* rejectionCode(Buffer.alloc(MAX_BODY_BYTES, " ")), "invalid_json");
    }),
  );

  it.effect("rejects a large announced length before the body is sent", () =>
    Effect.gen(function* () {
      const { port, key } = yield* ApiServer;
      const head = `PUT /v1/templates/body HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n`;
      const requestText = `${head}content-length: ${MAX_BODY_BYTES + 1}\r\nexpect: 100-continue\r\n\r\n`;
      const response = yield* sendBytes(port, requestText);
      assert.match(response, /^HTTP\/1\.1 413 /);
      assert.match(response, /"payload_too_large"/);
    }),
  );

  it.effect("limits the number of values; data may have more", () =>
    Effect.gen(function* () {
      yield* publishInvoice("many");
      const zeros = `[${"0,".repeat(250_000)}0]`;
      const rejection = yield* publish({ body: `{"name":"x","layout":{"schemas":${zeros}}}` });
      assert.deepEqual([rejection.status, codeOf(rejection)], [400, "invalid_request"]);
      assert.match(rejection.text, /"formErrors":\["Contains more than 200000 values"\]/);
      const { port, key } = yield* ApiServer;
      const rows = JSON.stringify(
        Array.from({ length: 9000 }, () => ({ title: "Pen", n: [1, 2] })),
      );
      const data = `{"customer":{"name":"x"},"items":${rows},"other":${zeros}}`;
      const path = "/v1/templates/many/render";
      const headers = { authorization: `Bearer ${key}` };
      const validResponse = yield* send(port, {
        method: "POST",
        path,
        headers,
        body: `{"data":${data}}`,
      });
      assert.strictEqual(validResponse.status, 202, validResponse.text);
      const truncatedResponse = yield* send(port, {
        method: "POST",
        path,
        headers,
        body: `{"data":${data}`,
      });
      assert.strictEqual(codeOf(truncatedResponse), "invalid_json");
    }),
  );

  it.effect("reports only the first issue of bodies with many values", () =>
    Effect.gen(function* () {
      const zeros = `[${"0,".repeat(150_000)}0]`;
      const response = yield* publish({ body: `{"name":"x","manifest":{"variables":${zeros}}}` });
      assert.strictEqual(codeOf(response), "invalid_request");
      assert.isBelow(response.bytes.length, 1000);
    }),
  );
});
