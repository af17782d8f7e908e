import { connect } from "node:net";

import { assert, describe, layer } from "@effect/vitest";
import { RenderId, Slug } from "@paraph/core/values";
import { Effect, Schedule } from "effect";
import { SqlClient } from "effect/sql";

import { apiClient, INVOICE_DATA, publishInvoice, submitInvoice } from "../_testing/api_client.ts";
import { apiServer, ApiServer, BASE_URL } from "../_testing/api_server.ts";
import { codeOf, issuePaths, fieldsOf } from "../_testing/body.ts";
import { signatureOf } from "../_testing/contract_document.ts";
import { EINVOICE_DATA, EINVOICE_TEMPLATE } from "../_testing/einvoice_template.ts";
import { type RawResponse, send } from "../_testing/http_client.ts";
import { call } from "../_testing/shared_document.ts";
import { succeedRender } from "../_testing/succeeded_render.ts";

const BYTES = Buffer.from("%PDF-1.7\n%%EOF\n");

/** Submits a render of a template with the key of the first project. */
const submit = Effect.fnUntraced(function* (
  slug: string,
  content: unknown,
  headers: Record<string, string> = {},
) {
  const { port, key } = yield* ApiServer;
  const path = `/v1/templates/${slug}/render`;
  const allHeaders = { authorization: `Bearer ${key}`, ...headers };
  const body = JSON.stringify(content);
  return yield* send(port, { method: "POST", path, headers: allHeaders, body });
});

/** Waits until a render of a template is stored. */
const awaitStored = Effect.fnUntraced(function* (slug: string) {
  const sql = yield* SqlClient.SqlClient;
  const renders = sql`
    SELECT 1 FROM renders JOIN templates ON templates.id = template_id WHERE slug = ${slug}`;
  yield* Effect.repeat(renders, {
    until: ({ length }) => length > 0,
    schedule: Schedule.spaced("20 millis"),
  }).pipe(Effect.timeout("2 minutes"));
});

/** A render of the invoice that is encrypted. */
const encrypted = (encrypt: unknown) => ({ data: INVOICE_DATA, options: { encrypt } });

const idOf = (response: RawResponse) => String(fieldsOf(response)["id"]);

layer(apiServer, { excludeTestServices: true })("renders", (it) => {
  describe("POST /v1/templates/{slug}/render", () => {
    it.effect("returns 202 with a summary and the polling URL", () =>
      Effect.gen(function* () {
        const { currentVersionNumber } = yield* publishInvoice("plain");
        const response = yield* submit("plain", { data: INVOICE_DATA });
        assert.strictEqual(response.status, 202);
        const { createdAt, templateVersionId, ...rest } = fieldsOf(response);
        assert.isString(templateVersionId);
        assert.match(String(createdAt), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
        const id = idOf(response);
        const pollUrl = `${BASE_URL}/v1/renders/${id}`;
        const waiting = { status: "queued", downloadUrl: null, errorMessage: null };
        const versionNumber = currentVersionNumber;
        assert.deepEqual(rest, { id, ...waiting, pollUrl, versionNumber });
      }),
    );

    it.effect("replays the first render; the header takes precedence over the body", () =>
      Effect.gen(function* () {
        yield* publishInvoice("again");
        const body = { data: INVOICE_DATA, jobId: "job-1" };
        const first = yield* submit("again", body);
        const replay = yield* submit("again", { jobId: "job-1", data: { customer: null } });
        assert.deepEqual([first.status, replay.status], [202, 200]);
        assert.strictEqual(idOf(replay), idOf(first));
        const other = yield* submit("again", body, { "idempotency-key": "job-2" });
        assert.strictEqual(other.status, 202);
        const same = yield* submit("again", { data: INVOICE_DATA }, { "idempotency-key": "job-1" });
        assert.strictEqual(idOf(same), idOf(first));
      }),
    );

    it.effect("encrypts with passwords that are not stored", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient;
        yield* publishInvoice("locked");
        const encrypt = {
          userPassword: "hunter22",
          ownerPassword: "0wner-pass",
          permissions: { copy: false },
        };
        const key = { "idempotency-key": "locked-1" };
        const response = yield* submit("locked", encrypted(encrypt), key);
        assert.strictEqual(response.status, 202);
        const id = idOf(response);
        const stored = Effect.map(
          sql`SELECT renders::text AS row FROM renders WHERE id = ${id}`,
          (rows) => JSON.stringify(rows),
        );
        const before = yield* stored;
        assert.include(before, "fileKey");
        // The first passwords stay.
        const replay = yield* submit("locked", encrypted({ userPassword: "other" }), key);
        assert.strictEqual(idOf(replay), id);
        assert.strictEqual(yield* stored, before);
        const events = JSON.stringify(yield* sql`SELECT events::text AS row FROM events`);
        assert.notMatch(before + events, /hunter22|0wner-pass/);
        assert.notInclude(events, "fileKey");
        yield* succeedRender(RenderId.make(id), BYTES);
        assert.notInclude(yield* stored, "fileKey");
        const path = `/v1/renders/${id}`;
        const render = yield* call("GET", path);
        assert.strictEqual(fieldsOf(render)["encryption"], "password");
        for (const refusal of [
          yield* call("POST", "/v1/signatures", signatureOf(id)),
          yield* call("POST", `${path}/shares`, {}),
          yield* call("GET", `${path}/pages/1.png`),
        ]) {
          assert.strictEqual(refusal.status, 409);
          assert.strictEqual(codeOf(refusal), "conflict");
        }
      }),
    );

    it.effect(
      "refuses passwords that readers cannot compare, and standards without encryption",
      () =>
        Effect.gen(function* () {
          yield* publishInvoice("open");
          for (const [encrypt, path] of [
            [{}, "options.encrypt"],
            [{ userPassword: null }, "options.encrypt"],
            [{ userPassword: "" }, "options.encrypt.userPassword"],
            [{ userPassword: 7 }, "options.encrypt.userPassword"],
            [{ userPassword: "x".repeat(128) }, "options.encrypt.userPassword"],
            [{ userPassword: "ä".repeat(64) }, "options.encrypt.userPassword"],
            [{ userPassword: "x".repeat(900_000) }, "options.encrypt.userPassword"],
            [{ ownerPassword: "a\u0000b" }, "options.encrypt.ownerPassword"],
            [{ ownerPassword: "a\nb" }, "options.encrypt.ownerPassword"],
            [{ ownerPassword: "soft\u00adhyphen" }, "options.encrypt.ownerPassword"],
            [{ ownerPassword: "\u200d" }, "options.encrypt.ownerPassword"],
            [{ ownerPassword: "\ud800" }, "options.encrypt.ownerPassword"],
            [{ ownerPassword: "wrong \ufffd encoding" }, "options.encrypt.ownerPassword"],
            [{ userPassword: "same", ownerPassword: "same" }, "options.encrypt"],
            [{ userPassword: "fi", ownerPassword: "\ufb01" }, "options.encrypt"],
            [{ permissions: { print: "no" } }, "options.encrypt.permissions.print"],
          ] as const) {
            const refusal = yield* submit("open", encrypted(encrypt));
            assert.deepEqual(issuePaths(refusal), [path], JSON.stringify(encrypt).slice(0, 80));
          }
          const longest = { userPassword: "ä".repeat(63), ownerPassword: "x".repeat(127) };
          assert.strictEqual((yield* submit("open", encrypted(longest))).status, 202);

          yield* call("PUT", "/v1/templates/locked-invoice", EINVOICE_TEMPLATE);
          const layout = {
            basePdf: { width: 210, height: 297, padding: [20, 20, 20, 20] },
            standard: "pdf/a-3b",
            schemas: [[]],
          };
          const archivable = { name: "Archivable", manifest: { variables: [], loops: [] }, layout };
          const published = yield* call("PUT", "/v1/templates/locked-archive", archivable);
          assert.strictEqual(published.status, 201, published.text);
          for (const [slug, data] of [
            ["locked-invoice", EINVOICE_DATA],
            ["locked-archive", {}],
          ] as const) {
            const options = { encrypt: { userPassword: "a" } };
            const refusal = yield* submit(slug, { data, options });
            assert.strictEqual(codeOf(refusal), "invalid_request");
            assert.deepEqual(issuePaths(refusal), ["options.encrypt"]);
          }
        }),
    );

    it.effect("rejects invalid idempotency keys", () =>
      Effect.gen(function* () {
        yield* publishInvoice("keyed");
        for (const key of ["", "x".repeat(256), "é", "a\tb"]) {
          const response = yield* submit("keyed", { data: {} }, { "idempotency-key": key });
          assert.strictEqual(codeOf(response), "invalid_request", key);
          assert.deepEqual(issuePaths(response), ["headers.idempotency-key"]);
        }
        const longest = { "idempotency-key": "x".repeat(255) };
        assert.strictEqual((yield* submit("keyed", { data: INVOICE_DATA }, longest)).status, 202);
      }),
    );

    it.effect(
      "rejects a number that is too large, and ignores one that is not in the manifest",
      () =>
        Effect.gen(function* () {
          yield* publishInvoice("huge");
          const { port, key } = yield* ApiServer;
          const path = "/v1/templates/huge/render";
          const headers = { authorization: `Bearer ${key}` };
          const render = (total: string) => {
            const body = `{"data":{"customer":{"name":"Ada"},${total}}}`;
            return send(port, { method: "POST", path, headers, body });
          };
          const rejection = yield* render('"total":1e999');
          assert.strictEqual(codeOf(rejection), "invalid_input_data");
          assert.deepEqual(issuePaths(rejection), ["total"]);
          assert.strictEqual((yield* render('"other":1e999')).status, 202);
        }),
    );

    it.effect("sync: waits until the render has ended", () =>
      Effect.gen(function* () {
        yield* publishInvoice("waiting");
        const body = { data: INVOICE_DATA, jobId: "slow", options: { sync: true } };
        const client = yield* apiClient;
        const worker = client.renders.list({ query: { template: Slug.make("waiting") } }).pipe(
          Effect.flatMap(({ renders }) => Effect.fromNullishOr(renders[0])),
          Effect.eventually,
          Effect.flatMap(({ id }) => succeedRender(id, BYTES)),
        );
        const [response] = yield* Effect.all([submit("waiting", body), worker], {
          concurrency: "unbounded",
        });
        assert.strictEqual(response.status, 200);
        const { status, downloadUrl } = fieldsOf(response);
        assert.strictEqual(status, "succeeded");
        assert.match(String(downloadUrl), /\/files\/[\w-]{43}\.pdf$/);
        assert.strictEqual((yield* submit("waiting", body)).status, 200);
      }),
    );

    it.effect("sync: stops waiting if the client disconnects", () =>
      Effect.gen(function* () {
        const { port, key, logs } = yield* ApiServer;
        yield* publishInvoice("left");
        logs.length = 0;
        const body = JSON.stringify({ data: INVOICE_DATA, options: { sync: true } });
        const socket = connect(port, "127.0.0.1");
        const head = `POST /v1/templates/left/render HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}`;
        socket.write(`${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
        yield* awaitStored("left");
        assert.strictEqual(logs.length, 0);
        socket.destroy();
        yield* Effect.suspend(() => (logs.length > 0 ? Effect.void : Effect.fail("none yet"))).pipe(
          Effect.eventually,
          Effect.timeout("2 minutes"),
        );
        assert.deepEqual(
          logs.map(({ annotations }) => annotations["status"]),
          [499],
        );
      }),
    );
  });

  describe("GET /v1/renders", () => {
    it.effect("returns all pages, newest first", () =>
      Effect.gen(function* () {
        const client = yield* apiClient;
        const createdIds: Array<string> = [];
        for (let n = 0; n < 5; n++) createdIds.unshift((yield* submitInvoice("paged")).id);
        const listedIds: Array<string> = [];
        const first = { limit: 2, template: Slug.make("paged") };
        let page = yield* client.renders.list({ query: first });
        listedIds.push(...page.renders.map(({ id }) => id));
        while (page.nextCursor !== null) {
          page = yield* client.renders.list({ query: { ...first, cursor: page.nextCursor } });
          listedIds.push(...page.renders.map(({ id }) => id));
        }
        assert.deepEqual(listedIds, createdIds);
      }),
    );

    it.effect("rejects invalid queries, with issues by parameter", () =>
      Effect.gen(function* () {
        const { port, key } = yield* ApiServer;
        const headers = { authorization: `Bearer ${key}` };
        for (const [query, ...names] of [
          ["limit=abc", "limit"],
          ["limit=0", "limit"],
          ["limit=101", "limit"],
          ["limit=1.5", "limit"],
          ["limit=", "limit"],
          ["limit=1&limit=2", "limit"],
          ["cursor=x", "cursor"],
          ["cursor=%00", "cursor"],
          ["status=done", "status"],
          ["status=queued&status=failed", "status"],
          ["template=Not%20One", "template"],
          ["limit=x&cursor=y&status=z&template=%ff", "limit", "cursor", "status", "template"],
        ] as const) {
          const response = yield* send(port, { path: `/v1/renders?${query}`, headers });
          assert.strictEqual(codeOf(response), "invalid_request", query);
          assert.sameMembers([...issuePaths(response)], [...names]);
        }
      }),
    );
  });

  describe("GET /v1/renders/{id}/data", () => {
    it.effect("returns the data in the shape of a submission, without unknown keys", () =>
      Effect.gen(function* () {
        const { port, otherKey } = yield* ApiServer;
        yield* publishInvoice("data");
        const data = { "customer.name": "Ada", total: 12.5, items: [{ title: "Pen", color: 1 }] };
        const id = idOf(yield* submit("data", { data: { ...data, unknown: true } }));
        const path = `/v1/renders/${id}/data`;
        const response = yield* call("GET", path);
        const expected = { "customer.name": "Ada", total: "12.5", items: [{ title: "Pen" }] };
        assert.deepEqual(response.json, { data: expected });
        assert.strictEqual((yield* submit("data", response.json)).status, 202);
        const headers = { authorization: `Bearer ${otherKey}` };
        assert.strictEqual((yield* send(port, { path, headers })).status, 404);
        yield* call("DELETE", `/v1/renders/${id}`);
        assert.strictEqual((yield* call("GET", path)).status, 404);
      }),
    );

    it.effect("returns large data, which is stored outside of its row", () =>
      Effect.gen(function* () {
        yield* publishInvoice("large-data");
        const items = Array.from({ length: 9000 }, (_, row) => ({
          title: `Row ${row}`.padEnd(40),
        }));
        const id = idOf(yield* submit("large-data", { data: { ...INVOICE_DATA, items } }));
        const { data } = fieldsOf(yield* call("GET", `/v1/renders/${id}/data`));
        assert.deepInclude(data, { items });
      }),
    );
  });

  describe("GET /v1/renders/{id}", () => {
    it.effect("returns a render only to its project", () =>
      Effect.gen(function* () {
        const { port, key, otherKey } = yield* ApiServer;
        const { id } = yield* submitInvoice("shown");
        const getWith = (key: string) =>
          send(port, { path: `/v1/renders/${id}`, headers: { authorization: `Bearer ${key}` } });
        assert.strictEqual((yield* getWith(key)).status, 200);
        const [other, unknown] = [
          yield* getWith(otherKey),
          yield* send(port, {
            path: "/v1/renders/01900000-0000-7000-8000-000000000000",
            headers: { authorization: `Bearer ${key}` },
          }),
        ];
        assert.deepEqual([other.status, other.text], [404, unknown.text]);
      }),
    );
  });
});
