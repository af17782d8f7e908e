import { connect } from "node:net";

import { assert, layer } from "@effect/vitest";
import { Effect } from "effect";
import { SqlClient } from "effect/sql";

import { publishInvoice } from "../../_testing/api_client.ts";
import { apiServer, ApiServer } from "../../_testing/api_server.ts";
import { codeOf } from "../../_testing/body.ts";
import { send, sendBytes } from "../../_testing/http_client.ts";

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

layer(apiServer, { excludeTestServices: true })("exchange()", (it) => {
  it.effect("every response has an id, which clients can set", () =>
    Effect.gen(function* () {
      const { port, key } = yield* ApiServer;
      const authorization = `Bearer ${key}`;
      for (const request of [
        { path: "/healthz" },
        { path: "/nowhere" },
        { path: "/v1/templates" },
        { path: "/v1/templates", method: "PATCH" },
        { path: "/v1/templates", method: "POST", headers: { authorization } },
        { path: "/v1/templates", headers: { authorization, "x-request-id": "not clientId" } },
        { path: "/openapi.json" },
        { path: "/docs", method: "HEAD" },
      ]) {
        const { headers } = yield* send(port, request);
        assert.match(String(headers["x-request-id"]), UUID_V7, request.path);
        assert.strictEqual(headers["x-content-type-options"], "nosniff");
      }
      const clientId = { "x-request-id": "order-7/retry:2" };
      const { headers } = yield* send(port, { path: "/nowhere", headers: clientId });
      assert.strictEqual(headers["x-request-id"], "order-7/retry:2");
    }),
  );

  it.effect("distinguishes wrong methods from unknown paths", () =>
    Effect.gen(function* () {
      const { port } = yield* ApiServer;
      for (const [path, allow, wrongMethods] of [
        ["/v1/templates", "GET, HEAD, POST", ["PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"]],
        ["/v1/templates/x", "PUT, GET, HEAD, DELETE", ["POST", "PATCH", "TRACE"]],
        ["/v1/templates/x/render", "POST", ["GET", "HEAD", "PUT"]],
        ["/healthz", "GET, HEAD", ["POST"]],
        ["/openapi.json", "GET, HEAD", ["POST"]],
        ["/docs", "GET, HEAD", ["DELETE"]],
      ] as const) {
        for (const method of wrongMethods) {
          const response = yield* send(port, { path, method });
          assert.strictEqual(response.status, 405, `${method} ${path}`);
          assert.strictEqual(response.headers.allow, allow);
          const code = method === "HEAD" ? "method_not_allowed" : codeOf(response);
          assert.strictEqual(code, "method_not_allowed");
        }
      }
    }),
  );

  it.effect("returns not_found for unknown paths in any notation", () =>
    Effect.gen(function* () {
      const { port } = yield* ApiServer;
      for (const path of [
        "/",
        "/v1",
        "/v1/templates//versions/",
        "/v1/templates//versions",
        "/v1/templates/",
        "/v1/renders/?limit=1",
        "//v1/templates",
        "/V1/templates",
        "/v2/templates",
        "/v1/templates/%zz",
        "/v1/templates/%c0%ae",
        "/v1/renders/%ed%a0%80",
        "/v1/templates/a/b/c",
        "/__proto__",
        `/${"x".repeat(10_000)}`,
      ]) {
        const response = yield* send(port, { path });
        assert.deepEqual([response.status, codeOf(response)], [404, "not_found"], path);
      }
    }),
  );

  it.effect("logs one line for each request, without secrets", () =>
    Effect.gen(function* () {
      const { port, key, logs } = yield* ApiServer;
      logs.length = 0;
      const token = "s".repeat(43);
      const headers = { authorization: `Bearer ${key}`, "x-request-id": "logged" };
      yield* send(port, { path: `/files/${token}.pdf?token=${token}`, headers });
      assert.strictEqual(logs.length, 1);
      const { durationMs, ...line } = logs[0]?.annotations ?? {};
      const route = "/files/:token.pdf";
      assert.deepEqual(line, { requestId: "logged", method: "GET", route, status: 404 });
      assert.isNumber(durationMs);
      assert.notInclude(JSON.stringify(logs), token);
      assert.notInclude(JSON.stringify(logs), key);
    }),
  );

  it.effect("responds to requests for another protocol", () =>
    Effect.gen(function* () {
      const { port } = yield* ApiServer;
      const head = "GET /v1/templates HTTP/1.1\r\nhost: x\r\nconnection: upgrade, close\r\n";
      for (const protocol of ["websocket", "h2c", "nonsense"]) {
        const response = yield* sendBytes(port, `${head}upgrade: ${protocol}\r\n\r\n`);
        assert.match(response, /^HTTP\/1\.1 401 /, protocol);
      }
    }),
  );

  it.effect("the HTTP parser rejects invalid requests with 400", () =>
    Effect.gen(function* () {
      const { port } = yield* ApiServer;
      for (const bytes of [
        "nonsense\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nhost: x\r\nbad header\r\n\r\n",
        `GET /healthz HTTP/1.1\r\nhost: x\r\nbig: ${"x".repeat(100_000)}\r\n\r\n`,
        "PUT /v1/templates/x HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
      ]) {
        assert.match(yield* sendBytes(port, bytes), /^HTTP\/1\.1 4\d\d /, bytes.slice(0, 40));
      }
    }),
  );

  it.effect("logs closed connections without an error", () =>
    Effect.gen(function* () {
      const { port, key, logs } = yield* ApiServer;
      logs.length = 0;
      const head = `PUT /v1/templates/closed HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n`;
      const socket = connect(port, "127.0.0.1");
      socket.write(`${head}content-length: 1000\r\n\r\n{"name":`);
      yield* Effect.sleep("100 millis");
      socket.destroy();
      yield* Effect.suspend(() =>
        logs.length > 0 ? Effect.void : Effect.fail("nothing logged yet"),
      ).pipe(Effect.eventually, Effect.timeout("2 minutes"));
      assert.deepEqual(
        logs.map(({ level }) => level),
        ["Info"],
      );
      assert.include([400, 499], logs[0]?.annotations["status"]);
    }),
  );

  // Last, because it drops the tables.
  it.effect("a server fault shows only the request id", () =>
    Effect.gen(function* () {
      const { port, key, logs } = yield* ApiServer;
      yield* publishInvoice("before");
      const sql = yield* SqlClient.SqlClient;
      yield* sql`ALTER TABLE templates RENAME TO stolen`;
      logs.length = 0;
      const headers = { authorization: `Bearer ${key}`, "x-request-id": "fault-1" };
      const response = yield* send(port, { path: "/v1/templates", headers });
      assert.deepEqual([response.status, codeOf(response)], [500, "internal_error"]);
      assert.include(response.text, "fault-1");
      assert.notMatch(response.text, /templates|relation|sql/i);
      const [errorLine, line] = logs;
      assert.match(errorLine?.text ?? "", /templates/);
      assert.deepEqual(
        [errorLine?.level, errorLine?.annotations["requestId"]],
        ["Error", "fault-1"],
      );
      assert.strictEqual(line?.annotations["status"], 500);
    }),
  );
});
