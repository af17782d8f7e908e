import { assert, layer } from "@effect/vitest";
import { imageFetcherNone, RenderBatchUpkeep, RenderJob } from "@paraph/core/renders";
import { SignatureBulkJob } from "@paraph/core/signatures";
import { sharedRenderer } from "@paraph/pdf/testing/shared_renderer";
import { renderWorker, signatureBulkWorker } from "@paraph/worker";
import { Effect, Layer, Schedule, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { apiServer } from "../../packages/http/_testing/api_server.ts";
import { codeOf, fieldsOf, issuePaths } from "../../packages/http/_testing/body.ts";
import { call } from "../../packages/http/_testing/shared_document.ts";

/** The workers of two processes. */
const worker = () =>
  Layer.merge(renderWorker(1), signatureBulkWorker).pipe(
    Layer.provide(Layer.fresh(RenderJob.layer)),
    Layer.provide(Layer.provide(sharedRenderer, imageFetcherNone)),
  );
const server = Layer.merge(worker(), worker()).pipe(Layer.provideMerge(apiServer), Layer.orDie);

const Rows = Schema.Array(Schema.Record(Schema.String, Schema.Unknown));
const decodeRows = Schema.decodeUnknownSync(Rows);

/** Publishes a contract with a place for the signature of the client. */
const publish = Effect.fnUntraced(function* (slug: string) {
  const layout = {
    basePdf: { width: 210, height: 297, padding: [20, 20, 20, 20] },
    schemas: [
      [
        {
          name: "text",
          type: "text",
          content: "Contract with {name}",
          position: { x: 20, y: 20 },
          width: 170,
          height: 10,
        },
        {
          name: "sign",
          type: "signature",
          role: "client",
          position: { x: 20, y: 40 },
          width: 60,
          height: 15,
        },
        { name: "photo", type: "image", position: { x: 20, y: 60 }, width: 10, height: 10 },
      ],
    ],
  };
  const manifest = {
    variables: [
      { key: "name", label: "Name", dataType: "text", required: true },
      { key: "photo", label: "Photo", dataType: "image" },
    ],
    loops: [],
  };
  const published = yield* call("PUT", `/v1/templates/${slug}`, {
    name: "Contract",
    manifest,
    layout,
  });
  assert.strictEqual(published.status, 201, published.text);
});

const rowOf = (number: number, more: object = {}) => ({
  data: { name: `Client ${number}`, ...more },
  recipients: [{ firstName: "Ada", email: `client-${number}@example.com`, role: "client" }],
});

const bulkOf = (template: string, rows: ReadonlyArray<object>) => ({
  template,
  rows,
  name: "Contract 2026",
  message: "Please sign.",
  reminders: { afterDays: 3, everyDays: 2, max: 4 },
});

const awaitCompletion = Effect.fnUntraced(function* (id: string) {
  return yield* Effect.repeat(Effect.map(call("GET", `/v1/signatures/bulk/${id}`), fieldsOf), {
    until: ({ status }) => status === "completed",
    schedule: Schedule.spaced("100 millis"),
  }).pipe(Effect.timeout("3 minutes"));
});

/** The numbers of signature requests and of emails of a bulk, and of its events of completion. */
const countsOf = Effect.fnUntraced(function* (id: string) {
  const sql = yield* SqlClient.SqlClient;
  const [counts] = yield* sql<{ requests: number; emails: number; completions: number }>`
    WITH bulk AS (SELECT render_id FROM signature_bulk_rows WHERE bulk_id = ${id})
    SELECT
      (SELECT count(*)::int FROM signature_requests JOIN bulk USING (render_id)) AS requests,
      (SELECT count(*)::int FROM mails JOIN bulk USING (render_id)) AS emails,
      (
        SELECT count(*)::int
        FROM events
        WHERE type = 'signature_bulk.completed'
          AND body::json -> 'data' ->> 'id' = ${id}
      ) AS completions`;
  return counts;
});

layer(server, { excludeTestServices: true, timeout: "2 minutes" })(
  "POST /v1/signatures/bulk",
  (it) => {
    it.effect("sends each of 50 rows once, with two workers", () =>
      Effect.gen(function* () {
        yield* publish("bulk");
        const rows = Array.from({ length: 50 }, (_, index) => rowOf(index));
        const key = { "idempotency-key": "bulk-1" };
        const accepted = yield* call("POST", "/v1/signatures/bulk", bulkOf("bulk", rows), key);
        assert.strictEqual(accepted.status, 202, accepted.text);
        const { id, batchId } = fieldsOf(accepted);
        const bulk = yield* awaitCompletion(String(id));
        assert.deepInclude(bulk, { total: 50, sent: 50, failed: 0, batchId });
        const counts = { requests: 50, emails: 50, completions: 1 };
        assert.deepEqual(yield* countsOf(String(id)), counts);
        const replay = yield* call("POST", "/v1/signatures/bulk", bulkOf("bulk", rows), key);
        assert.strictEqual(replay.status, 200);
        assert.deepEqual(fieldsOf(replay), bulk);

        const results = decodeRows(
          fieldsOf(yield* call("GET", `/v1/signatures/bulk/${String(id)}/rows`))["rows"],
        );
        assert.lengthOf(results, 50);
        const last = fieldsOf(
          yield* call("GET", `/v1/signatures/${String(results[49]?.["signatureId"])}`),
        );
        assert.deepInclude(last, {
          renderId: results[49]?.["renderId"],
          name: "Contract 2026",
          message: "Please sign.",
        });
        assert.include(JSON.stringify(last["recipients"]), "client-49@example.com");
        const csv = yield* call("GET", `/v1/signatures/bulk/${String(id)}/result`);
        assert.lengthOf(csv.text.trimEnd().split("\r\n"), 51);
        assert.match(csv.text, /\r\n1,[0-9a-f-]{36},[0-9a-f-]{36},sent,sent,,\r\n/u);
        // The recipients are only with their requests.
        const sql = yield* SqlClient.SqlClient;
        const pending = yield* sql`SELECT 1 FROM signature_bulk_rows WHERE request IS NOT NULL`;
        assert.lengthOf(pending, 0);
      }),
    );

    it.effect("reports a failed row and sends the others", () =>
      Effect.gen(function* () {
        yield* publish("partly");
        const photo = "https://example.com/missing.png";
        const rows = [
          rowOf(1),
          rowOf(2, { photo }),
          {
            ...rowOf(3),
            recipients: [{ firstName: "Eve", email: "eve@example.com", role: "boss" }],
          },
        ];
        const accepted = yield* call("POST", "/v1/signatures/bulk", bulkOf("partly", rows));
        assert.strictEqual(accepted.status, 202, accepted.text);
        const id = String(fieldsOf(accepted)["id"]);
        assert.deepInclude(yield* awaitCompletion(id), { sent: 1, failed: 2 });
        const results = decodeRows(
          fieldsOf(yield* call("GET", `/v1/signatures/bulk/${id}/rows`))["rows"],
        );
        assert.deepEqual(
          results.map(({ status }) => status),
          ["sent", "failed", "failed"],
        );
        assert.nestedPropertyVal(results[1], "error.code", "image_unreadable");
        assert.nestedPropertyVal(results[2], "error.code", "invalid_request");
        const { issues } = fieldsOf({ json: results[2]?.["error"] });
        assert.include(JSON.stringify(issues), '"rows.2.recipients');
      }),
    );

    it.effect("rejects all rows for a problem that is known before, under its path", () =>
      Effect.gen(function* () {
        yield* publish("checked");
        const code = { method: "access_code", code: "1234" };
        const rows = [
          rowOf(1),
          { ...rowOf(2), recipients: [{ ...rowOf(2).recipients[0], authentication: code }] },
          { ...rowOf(3), recipients: [{ firstName: "Eve", email: "eve@example.com" }] },
          { ...rowOf(4), recipient: [] },
        ];
        const rejected = yield* call("POST", "/v1/signatures/bulk", bulkOf("checked", rows));
        assert.strictEqual(codeOf(rejected), "invalid_request", rejected.text);
        assert.sameMembers(
          [...issuePaths(rejected)],
          ["rows.1.recipients.0.authentication.method", "rows.2.recipients", "rows.3.recipient"],
        );
        const data = yield* call(
          "POST",
          "/v1/signatures/bulk",
          bulkOf("checked", [rowOf(1), { ...rowOf(2), data: {} }]),
        );
        assert.strictEqual(codeOf(data), "invalid_input_data");
        assert.deepEqual([...issuePaths(data)], ["rows.1.data.name"]);
        const bulks = decodeRows(fieldsOf(yield* call("GET", "/v1/signatures/bulk"))["bulks"]);
        assert.isFalse(bulks.some(({ templateSlug }) => templateSlug === "checked"));
      }),
    );

    it.effect("sends a row once after a kill between sending and recording it", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient;
        yield* publish("killed");
        // Like kills before the commit that records the row.
        yield* sql`
        ALTER TABLE signature_bulk_rows
        ADD CONSTRAINT killed CHECK (status <> 'sent') NOT VALID`;
        const rows = [rowOf(1), rowOf(2)];
        const accepted = yield* call("POST", "/v1/signatures/bulk", bulkOf("killed", rows));
        const id = String(fieldsOf(accepted)["id"]);
        yield* Effect.repeat(countsOf(id), {
          until: (counts) => counts?.requests === 2,
          schedule: Schedule.spaced("50 millis"),
        }).pipe(Effect.timeout("1 minute"));
        assert.deepInclude(fieldsOf(yield* call("GET", `/v1/signatures/bulk/${id}`)), {
          status: "processing",
          sent: 0,
        });
        yield* sql`ALTER TABLE signature_bulk_rows DROP CONSTRAINT killed`;
        // Also if the jobs were lost.
        yield* sql`DELETE FROM signature_bulk_jobs`;
        yield* (yield* SignatureBulkJob).sweep;
        assert.deepInclude(yield* awaitCompletion(id), { sent: 2, failed: 0 });
        assert.deepEqual(yield* countsOf(id), { requests: 2, emails: 2, completions: 1 });
      }),
    );

    it.effect("is completed when its renders are erased", () =>
      Effect.gen(function* () {
        yield* publish("forgotten");
        const accepted = yield* call(
          "POST",
          "/v1/signatures/bulk",
          bulkOf("forgotten", [rowOf(1)]),
        );
        const { id, batchId } = fieldsOf(accepted);
        const [row] = decodeRows(
          fieldsOf(yield* call("GET", `/v1/signatures/bulk/${String(id)}/rows`))["rows"],
        );
        const erased = yield* call("DELETE", `/v1/renders/${String(row?.["renderId"])}`);
        if (erased.status === 204) {
          yield* (yield* RenderBatchUpkeep).completeOverdue;
          assert.deepInclude(yield* awaitCompletion(String(id)), { total: 1 });
          yield* (yield* RenderBatchUpkeep).deleteEmpty;
          const found = yield* call("GET", `/v1/signatures/bulk/${String(id)}`);
          assert.strictEqual(codeOf(found), "not_found");
          const batch = yield* call("GET", `/v1/renders/batches/${String(batchId)}`);
          assert.strictEqual(codeOf(batch), "not_found");
        } else assert.strictEqual(erased.status, 409);
      }),
    );
  },
);
