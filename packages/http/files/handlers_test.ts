import { assert, describe, layer } from "@effect/vitest";
import { Effect } from "effect";

import { submitInvoice } from "../_testing/api_client.ts";
import { apiServer, ApiServer, BASE_URL } from "../_testing/api_server.ts";
import { codeOf, fieldsOf } from "../_testing/body.ts";
import { send } from "../_testing/http_client.ts";
import { succeedRender } from "../_testing/succeeded_render.ts";

const BYTES = Buffer.from("%PDF-1.7\n0123456789\n%%EOF\n");

layer(apiServer, { excludeTestServices: true })("GET /files/{token}.pdf", (it) => {
  let count = 0;
  /** A document, and a function that requests it. */
  const document = Effect.gen(function* () {
    const { id } = yield* submitInvoice(`file-${count++}`);
    const sha256 = yield* succeedRender(id, BYTES);
    const { port, key } = yield* ApiServer;
    const headers = { authorization: `Bearer ${key}` };
    const render = yield* send(port, { path: `/v1/renders/${id}`, headers });
    const path = String(fieldsOf(render)["downloadUrl"]).slice(BASE_URL.length);
    const get = (headers: Record<string, string> = {}, method = "GET") =>
      send(port, { method, path, headers });
    return { etag: `"${sha256}"`, path, get };
  });

  describe("the full document", () => {
    it.effect("is an immutable PDF with its file name", () =>
      Effect.gen(function* () {
        const { etag, get } = yield* document;
        const { status, headers, bytes } = yield* get();
        assert.strictEqual(status, 200);
        assert.deepEqual(bytes, BYTES);
        assert.strictEqual(headers["content-type"], "application/pdf");
        assert.strictEqual(headers["content-length"], String(BYTES.length));
        assert.strictEqual(headers["cache-control"], "public, max-age=31536000, immutable");
        assert.strictEqual(headers.etag, etag);
        assert.strictEqual(
          headers["content-disposition"],
          "inline; filename=\"Gr__e_1.pdf\"; filename*=UTF-8''Gr%C3%B6%C3%9Fe_1.pdf",
        );
      }),
    );

    it.effect("has the same headers for HEAD", () =>
      Effect.gen(function* () {
        const { get } = yield* document;
        const full = yield* get();
        const head = yield* get({ range: "bytes=0-1" }, "HEAD");
        assert.strictEqual(head.status, 200);
        assert.strictEqual(head.bytes.length, 0);
        for (const name of ["content-type", "content-length", "etag", "accept-ranges"]) {
          assert.strictEqual(head.headers[name], full.headers[name]);
        }
      }),
    );

    it.effect("is not sent if If-None-Match has its ETag", () =>
      Effect.gen(function* () {
        const { etag, get } = yield* document;
        for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
          const { status, headers, bytes } = yield* get({ "if-none-match": tags });
          assert.deepEqual([status, headers.etag, bytes.length], [304, etag, 0]);
        }
        assert.strictEqual((yield* get({ "if-none-match": '"other"' })).status, 200);
      }),
    );
  });

  describe("a range", () => {
    it.effect("is sent as requested", () =>
      Effect.gen(function* () {
        const { get } = yield* document;
        for (const [range, start, end] of [
          ["bytes=0-3", 0, 3],
          ["bytes=9-", 9, BYTES.length - 1],
          ["bytes=-6", BYTES.length - 6, BYTES.length - 1],
        ] as const) {
          const { status, headers, bytes } = yield* get({ range });
          assert.strictEqual(status, 206);
          assert.deepEqual(bytes, BYTES.subarray(start, end + 1));
          assert.strictEqual(headers["content-range"], `bytes ${start}-${end}/${BYTES.length}`);
          assert.strictEqual(headers["content-length"], String(end - start + 1));
        }
      }),
    );

    it.effect("beyond the end returns 416 with the size", () =>
      Effect.gen(function* () {
        const { get } = yield* document;
        const response = yield* get({ range: `bytes=${BYTES.length}-` });
        assert.strictEqual(response.status, 416);
        assert.strictEqual(codeOf(response), "range_not_satisfiable");
        assert.strictEqual(response.headers["content-range"], `bytes */${BYTES.length}`);
      }),
    );

    it.effect("is ignored if If-Range has another ETag", () =>
      Effect.gen(function* () {
        const { etag, get } = yield* document;
        const range = "bytes=0-3";
        assert.strictEqual((yield* get({ range, "if-range": '"other"' })).status, 200);
        assert.strictEqual((yield* get({ range, "if-range": etag })).status, 206);
        assert.strictEqual((yield* get({ range: "bytes=0-1,3-4" })).status, 200);
      }),
    );
  });

  describe("an unknown URL", () => {
    it.effect("is not found", () =>
      Effect.gen(function* () {
        const { port } = yield* ApiServer;
        const token = "a".repeat(43);
        for (const path of [
          `/files/${token}.pdf`,
          `/files/${token}`,
          `/files/${token}.pdfx`,
          "/files/.pdf",
          `/files/${"%00".repeat(43)}.pdf`,
          `/files/${"a".repeat(42)}%27.pdf`,
          `/files/..%2f..%2fetc%2fpasswd.pdf`,
        ]) {
          const response = yield* send(port, { path });
          assert.deepEqual([response.status, codeOf(response)], [404, "not_found"], path);
        }
      }),
    );

    it.effect("is not found before the render has succeeded", () =>
      Effect.gen(function* () {
        const { port, key } = yield* ApiServer;
        const { id, downloadUrl } = yield* submitInvoice(`file-${count++}`);
        assert.isNull(downloadUrl);
        const headers = { authorization: `Bearer ${key}` };
        const path = `/v1/embed/renders/${id}/download`;
        const response = yield* send(port, { path, headers });
        assert.deepEqual([response.status, codeOf(response)], [404, "not_found"]);
      }),
    );
  });
});
