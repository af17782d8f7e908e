import { assert, describe, layer } from "@effect/vitest";
import { DownloadUrls } from "@paraph/core/renders";
import { RenderId } from "@paraph/core/values";
import { Clock, Effect } from "effect";

import { submitInvoice } from "../_testing/api_client.ts";
import { apiServer, ApiServer, BASE_URL } from "../_testing/api_server.ts";
import { codeOf, fieldsOf, issuePaths } from "../_testing/body.ts";
import { type RawResponse, send } from "../_testing/http_client.ts";
import { jumpingClock } from "../_testing/jumping_clock.ts";
import { call } from "../_testing/shared_document.ts";
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

  describe("a URL that expires", () => {
    /** A document, and a function that creates a URL of it. */
    const expiring = Effect.gen(function* () {
      const { id } = yield* submitInvoice(`file-${count++}`);
      const create = (body: unknown = {}) => call("POST", `/v1/renders/${id}/download-url`, body);
      return { id, create };
    });

    const pathOf = (response: RawResponse) =>
      String(fieldsOf(response)["url"]).slice(BASE_URL.length);

    it.effect("downloads the document until it expires", () =>
      Effect.gen(function* () {
        const { port } = yield* ApiServer;
        const { id, create } = yield* expiring;
        const early = yield* create();
        assert.deepEqual([early.status, codeOf(early)], [409, "conflict"]);
        yield* succeedRender(id, BYTES);
        const before = yield* Clock.currentTimeMillis;
        const response = yield* create({ expiresIn: 60 });
        assert.strictEqual(response.status, 201);
        const { url, expiresAt, ...rest } = fieldsOf(response);
        assert.deepEqual(rest, {});
        assert.match(String(url), /^https:\/\/paraph\.test\/files\/temporary\/[\w-]{96}\.pdf$/);
        assert.closeTo(Date.parse(String(expiresAt)) - before, 60_000, 10_000);
        const path = pathOf(response);
        const { status, headers, bytes } = yield* send(port, { path });
        assert.strictEqual(status, 200);
        assert.deepEqual(bytes, BYTES);
        assert.strictEqual(headers["cache-control"], "private, no-store");
        const part = yield* send(port, { path, headers: { range: "bytes=0-3" } });
        assert.deepEqual([part.status, part.text], [206, "%PDF"]);
        const byDefault = fieldsOf(yield* create());
        assert.closeTo(Date.parse(String(byDefault["expiresAt"])) - before, 3_600_000, 60_000);

        const urls = yield* DownloadUrls;
        const token = /([\w-]{96})/.exec(path)?.[1] ?? "";
        const openAt = (seconds: number) =>
          urls
            .open(token)
            .pipe(
              Effect.provideService(
                Clock.Clock,
                jumpingClock(new Date(Date.parse(String(expiresAt)) + seconds * 1000).toISOString())
                  .clock,
              ),
            );
        assert.isAbove((yield* openAt(-1)).totalSize, 0);
        assert.strictEqual((yield* Effect.flip(openAt(0)))._tag, "not_found");
      }),
    );

    it.effect("does not work when changed, and ends when the render is erased", () =>
      Effect.gen(function* () {
        const { port } = yield* ApiServer;
        const { id, create } = yield* expiring;
        yield* succeedRender(id, BYTES);
        const path = pathOf(yield* create());
        const start = "/files/temporary/".length;
        for (let index = start; index < start + 96; index += 5) {
          const other = path[index] === "A" ? "B" : "A";
          const changed = path.slice(0, index) + other + path.slice(index + 1);
          const response = yield* send(port, { path: changed });
          assert.deepEqual([response.status, codeOf(response)], [404, "not_found"], changed);
        }
        assert.strictEqual((yield* send(port, { path })).status, 200);
        assert.strictEqual((yield* call("DELETE", `/v1/renders/${id}`)).status, 204);
        const erased = yield* send(port, { path });
        assert.deepEqual([erased.status, codeOf(erased)], [404, "not_found"]);
      }),
    );

    it.effect("lives between a minute and a week", () =>
      Effect.gen(function* () {
        const { id, create } = yield* expiring;
        yield* succeedRender(id, BYTES);
        for (const expiresIn of [59, 604_801, 60.5, "60", -1]) {
          const response = yield* create({ expiresIn });
          assert.strictEqual(response.status, 400);
          assert.deepEqual(issuePaths(response), ["expiresIn"]);
        }
        for (const expiresIn of [60, 604_800])
          assert.strictEqual((yield* create({ expiresIn })).status, 201);
      }),
    );
  });

  describe("a project without public downloads", () => {
    it.effect("has no public URLs, and keyed and expiring downloads", () =>
      Effect.gen(function* () {
        const { port, accountKey } = yield* ApiServer;
        const asAccount = (method: string, path: string, body: unknown) =>
          send(port, {
            method,
            path,
            headers: { authorization: `Bearer ${accountKey}` },
            body: JSON.stringify(body),
          });
        const project = fieldsOf(yield* asAccount("POST", "/v1/projects", { name: "Private" }));
        assert.strictEqual(project["publicDownloads"], true);
        const projectPath = `/v1/projects/${String(project["id"])}`;
        const { key } = fieldsOf(yield* asAccount("POST", `${projectPath}/keys`, {}));
        const authorization = `Bearer ${String(key)}`;
        const api = (method: string, path: string, body?: unknown) =>
          send(port, {
            method,
            path,
            headers: { authorization },
            ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          });
        yield* api("PUT", "/v1/templates/note", {
          name: "Note",
          manifest: { variables: [], loops: [] },
        });
        const submission = yield* api("POST", "/v1/templates/note/render", { data: {} });
        const id = RenderId.make(String(fieldsOf(submission)["id"]));
        yield* succeedRender(id, BYTES);
        const downloadUrl = Effect.map(
          api("GET", `/v1/renders/${id}`),
          (response) => fieldsOf(response)["downloadUrl"],
        );
        const url = String(yield* downloadUrl);
        const path = url.slice(BASE_URL.length);
        assert.strictEqual((yield* send(port, { path })).status, 200);

        const change = yield* asAccount("PATCH", projectPath, { publicDownloads: false });
        assert.deepEqual(
          [change.status, fieldsOf(change)["publicDownloads"], fieldsOf(change)["name"]],
          [200, false, "Private"],
        );
        assert.isNull(yield* downloadUrl);
        const { json } = yield* api("GET", "/v1/renders");
        assert.nestedPropertyVal(json, "renders.0.downloadUrl", null);
        const old = yield* send(port, { path });
        assert.deepEqual([old.status, codeOf(old)], [404, "not_found"]);
        const keyed = yield* api("GET", `/v1/renders/${id}/download`);
        assert.deepEqual(keyed.bytes, BYTES);
        assert.strictEqual(keyed.headers["cache-control"], "private, max-age=3600");
        const expiring = fieldsOf(yield* api("POST", `/v1/renders/${id}/download-url`, {}));
        const expiringPath = String(expiring["url"]).slice(BASE_URL.length);
        assert.strictEqual((yield* send(port, { path: expiringPath })).status, 200);

        const empty = yield* asAccount("PATCH", projectPath, {});
        assert.strictEqual(empty.status, 400);
        assert.deepEqual(issuePaths(empty), ["name"]);
        const wrong = yield* asAccount("PATCH", projectPath, { publicDownloads: "no", name: "" });
        assert.sameMembers([...issuePaths(wrong)], ["publicDownloads", "name"]);
        yield* asAccount("PATCH", projectPath, { publicDownloads: true });
        assert.strictEqual(yield* downloadUrl, url);
        assert.strictEqual((yield* send(port, { path })).status, 200);
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
