import { assert, layer } from "@effect/vitest";
import { Effect } from "effect";

import { publishInvoice } from "../../_testing/api_client.ts";
import { apiServer, ApiServer, MAX_BODY_BYTES } from "../../_testing/api_server.ts";
import { codeOf, faultyPaths } from "../../_testing/body.ts";
import { type RawRequest, send, sendBytes } from "../../_testing/http_client.ts";

const VALID = JSON.stringify({ name: "x", manifest: { variables: [], loops: [] } });

/** Publishes what a request says, well or badly. */
const publish = Effect.fnUntraced(function* (request: Omit<RawRequest, "path">) {
  const { port, key } = yield* ApiServer;
  const headers = { authorization: `Bearer ${key}`, ...request.headers };
  return yield* send(port, { method: "PUT", path: "/v1/templates/body", ...request, headers });
});

const refusal = Effect.fnUntraced(function* (body: RawRequest["body"]) {
  const response = yield* publish(body === undefined ? {} : { body });
  assert.strictEqual(response.status, 400, response.text);
  return codeOf(response);
});

const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

layer(apiServer, { excludeTestServices: true })("jsonBody()", (it) => {
  it.effect("reads JSON whatever its content type, encoded or in pieces", () =>
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

  it.effect("tells what is not JSON", () =>
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
      for (const body of bodies) assert.strictEqual(yield* refusal(body), "invalid_json", body);
      const latin = Buffer.from(VALID.replace("x", "ü"), "latin1");
      assert.strictEqual(yield* refusal(latin), "invalid_json");
      assert.strictEqual(yield* refusal(Buffer.from(VALID, "utf16le")), "invalid_json");
    }),
  );

  it.effect("tells everything that is wrong, each under its path", () =>
    Effect.gen(function* () {
      const variables = [{ key: "a b", label: "" }, 7];
      const body = JSON.stringify({ name: 1, manifest: { variables }, description: [] });
      const response = yield* publish({ body });
      assert.strictEqual(codeOf(response), "invalid_request");
      assert.sameMembers(
        [...faultyPaths(response)],
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

  it.effect("refuses JSON that is no object", () =>
    Effect.gen(function* () {
      for (const body of ["null", "1", '"x"', "[]", "true", "1e400"]) {
        assert.strictEqual(yield* refusal(body), "invalid_request", body);
      }
    }),
  );

  it.effect("refuses text that cannot be stored, in values and in keys", () =>
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
        assert.include(faultyPaths(response), path);
      }
    }),
  );

  it.effect("refuses what nests too deep, however deep", () =>
    Effect.gen(function* () {
      const { port } = yield* ApiServer;
      for (const levels of [65, 10_000, 100_000]) {
        assert.strictEqual(yield* refusal(deep(levels)), "invalid_request");
        assert.strictEqual(yield* refusal("[".repeat(levels)), "invalid_request");
      }
      assert.strictEqual((yield* send(port, { path: "/healthz" })).status, 200);
    }),
  );

  it.effect("never lets a body reach a prototype", () =>
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

  it.effect("refuses what is too large, announced or not", () =>
    Effect.gen(function* () {
      const chunk = Buffer.alloc(64 * 1024, " ");
      const pieces = Array.from({ length: MAX_BODY_BYTES / chunk.length + 1 }, () => chunk);
      for (const body of [Buffer.concat(pieces), pieces]) {
        const response = yield* publish({ body });
        assert.deepEqual([response.status, codeOf(response)], [413, "payload_too_large"]);
      }
      assert.strictEqual(yield* refusal(Buffer.alloc(MAX_BODY_BYTES, " ")), "invalid_json");
    }),
  );

  it.effect("refuses by what is announced before a byte is sent", () =>
    Effect.gen(function* () {
      const { port, key } = yield* ApiServer;
      const head = `PUT /v1/templates/body HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n`;
      const announced = `${head}content-length: ${MAX_BODY_BYTES + 1}\r\nexpect: 100-continue\r\n\r\n`;
      const answer = yield* sendBytes(port, announced);
      assert.match(answer, /^HTTP\/1\.1 413 /);
      assert.match(answer, /"payload_too_large"/);
    }),
  );

  it.effect("refuses more values than any template has; data may hold more", () =>
    Effect.gen(function* () {
      yield* publishInvoice("many");
      const zeros = `[${"0,".repeat(250_000)}0]`;
      const refused = yield* publish({ body: `{"name":"x","layout":{"schemas":${zeros}}}` });
      assert.deepEqual([refused.status, codeOf(refused)], [400, "invalid_request"]);
      assert.match(refused.text, /"formErrors":\["Holds more than 200000 values"\]/);
      const { port, key } = yield* ApiServer;
      const rows = JSON.stringify(
        Array.from({ length: 9000 }, () => ({ title: "Pen", n: [1, 2] })),
      );
      const data = `{"customer":{"name":"x"},"items":${rows},"other":${zeros}}`;
      const path = "/v1/templates/many/render";
      const headers = { authorization: `Bearer ${key}` };
      const taken = yield* send(port, { method: "POST", path, headers, body: `{"data":${data}}` });
      assert.strictEqual(taken.status, 202, taken.text);
      const open = yield* send(port, { method: "POST", path, headers, body: `{"data":${data}` });
      assert.strictEqual(codeOf(open), "invalid_json");
    }),
  );

  it.effect("tells one problem when very much could be wrong", () =>
    Effect.gen(function* () {
      const zeros = `[${"0,".repeat(150_000)}0]`;
      const response = yield* publish({ body: `{"name":"x","manifest":{"variables":${zeros}}}` });
      assert.strictEqual(codeOf(response), "invalid_request");
      assert.isBelow(response.bytes.length, 1000);
    }),
  );
});
