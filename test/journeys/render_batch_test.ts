import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { afterAll, assert, layer } from "@effect/vitest";
import { imageFetcherNone, RenderBatchUpkeep, RenderJob } from "@paraph/core/renders";
import { sharedRenderer } from "@paraph/pdf/testing/shared_renderer";
import { renderBatchWorker, renderWorker } from "@paraph/worker";
import { Effect, Layer, Schedule, Schema } from "effect";
import { PDFDocument } from "pdf-lib";

import { INVOICE_DATA, publishInvoice } from "../../packages/http/_testing/api_client.ts";
import { apiServer } from "../../packages/http/_testing/api_server.ts";
import { codeOf, fieldsOf, issuePaths } from "../../packages/http/_testing/body.ts";
import { call } from "../../packages/http/_testing/shared_document.ts";
import { readWith } from "../support/outside_tool.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-test-"));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Two workers with their own services, as in two processes. */
const worker = () =>
  Layer.merge(renderWorker(1), renderBatchWorker).pipe(
    Layer.provide(Layer.fresh(Layer.merge(RenderJob.layer, RenderBatchUpkeep.layer))),
    Layer.provide(Layer.provide(sharedRenderer, imageFetcherNone)),
  );
const server = Layer.merge(worker(), worker()).pipe(Layer.provideMerge(apiServer), Layer.orDie);

/** A batch of invoices, each with its own number of items. */
const batchOf = (template: string, count: number) => ({
  template,
  items: Array.from({ length: count }, (_, index) => ({
    data: { ...INVOICE_DATA, customer: { name: `Customer ${index + 1}` } },
    filename: index === 0 ? "../Größe 1.pdf" : `invoice ${index + 1}`,
  })),
});

const awaitCompletion = Effect.fnUntraced(function* (id: string) {
  return yield* Effect.repeat(Effect.map(call("GET", `/v1/renders/batches/${id}`), fieldsOf), {
    until: ({ status }) => status === "completed",
    schedule: Schedule.spaced("50 millis"),
  }).pipe(Effect.timeout("1 minute"));
});

const Rows = Schema.Array(Schema.Record(Schema.String, Schema.Unknown));

/** The rows of a list, from the field of its response. */
const rowsOf = Effect.fnUntraced(function* (path: string, field: string) {
  const response = fieldsOf(yield* call("GET", path));
  return Schema.decodeUnknownSync(Rows)(response[field]);
});

/** The events of completed batches with this id, once the event stream has them. */
const completions = Effect.fnUntraced(function* (id: string) {
  const path = "/v1/events?limit=100";
  const read = Effect.map(rowsOf(path, "events"), (events) =>
    events.filter(({ data }) => fieldsOf({ json: data })["id"] === id),
  );
  return yield* Effect.repeat(read, {
    until: (events) => events.length > 0,
    schedule: Schedule.spaced("50 millis"),
  }).pipe(Effect.timeout("30 seconds"));
});

layer(server, { excludeTestServices: true })("A batch of renders", (it) => {
  it.effect("is rendered once by two workers, and downloaded as ZIP and as one PDF", () =>
    Effect.gen(function* () {
      yield* publishInvoice("batched");
      const accepted = yield* call("POST", "/v1/renders/batch", batchOf("batched", 30));
      assert.strictEqual(accepted.status, 202, accepted.text);
      const { id, pollUrl, versionNumber } = fieldsOf(accepted);
      assert.strictEqual(accepted.headers["location"], pollUrl);
      // Later versions do not change it.
      yield* call("PUT", "/v1/templates/batched", { name: "New", manifest: { variables: [] } });
      const early = yield* call("GET", `/v1/renders/batches/${String(id)}/result`);
      assert.oneOf(early.status, [200, 409]);
      const batch = yield* awaitCompletion(String(id));
      assert.deepInclude(batch, { total: 30, succeeded: 30, failed: 0, versionNumber });
      assert.strictEqual(batch["resultUrl"], `${String(pollUrl)}/result`);
      const [event, ...more] = yield* completions(String(id));
      assert.lengthOf(more, 0);
      assert.deepEqual<unknown>(event?.["data"], batch);

      const rows = yield* rowsOf(`/v1/renders?batchId=${String(id)}&limit=100`, "renders");
      assert.lengthOf(rows, 30);
      assert.isTrue(rows.every(({ batchId, status }) => batchId === id && status === "succeeded"));
      const failed = yield* call("GET", `/v1/renders?batchId=${String(id)}&status=failed`);
      assert.deepEqual(fieldsOf(failed)["renders"], []);
      const [first] = yield* rowsOf("/v1/renders/batches?limit=1", "batches");
      assert.deepEqual(first, batch);

      const zip = yield* call("GET", `/v1/renders/batches/${String(id)}/result`);
      assert.strictEqual(zip.headers["content-type"], "application/zip");
      assert.strictEqual(zip.headers["content-length"], String(zip.bytes.length));
      const again = yield* call("GET", `/v1/renders/batches/${String(id)}/result?as=zip`);
      assert.isTrue(Buffer.from(again.bytes).equals(zip.bytes));
      const archive = path.join(folder, "batch.zip");
      fs.writeFileSync(archive, zip.bytes);
      const listing = readWith("unzip", ["-Z1", archive]);
      if (listing !== undefined) {
        const names = listing.output.trim().split("\n");
        assert.lengthOf(names, 31);
        assert.deepEqual(names.slice(2, 4), ["0002-invoice 2.pdf", "0003-invoice 3.pdf"]);
        assert.isTrue(Buffer.from(zip.bytes).includes("0001-_Größe 1.pdf"));
        assert.include(readWith("unzip", ["-t", archive])?.output, "No errors detected");
        const list = readWith("unzip", ["-p", archive, "renders.csv"])?.output.split("\r\n") ?? [];
        assert.match(
          list[2] ?? "",
          /^2,[0-9a-f-]{36},succeeded,0002-invoice 2\.pdf,1,[0-9a-f]{64},/,
        );
      }

      const merged = yield* call("GET", `/v1/renders/batches/${String(id)}/result?as=pdf`);
      assert.strictEqual(merged.headers["content-type"], "application/pdf", merged.text);
      const file = path.join(folder, "batch.pdf");
      fs.writeFileSync(file, merged.bytes);
      const document = yield* Effect.promise(() => PDFDocument.load(merged.bytes));
      assert.strictEqual(document.getPageCount(), 30);
      const checked = readWith("qpdf", ["--check", file]);
      if (checked !== undefined) assert.include(checked.output, "No syntax or stream encoding");
      const text = readWith("pdftotext", ["-f", "30", "-l", "30", file, "-"]);
      if (text !== undefined) assert.include(text.output, "Customer 30");
    }),
  );

  it.effect("is accepted with all of its renders or not at all, and once for each key", () =>
    Effect.gen(function* () {
      yield* publishInvoice("whole");
      const batch = batchOf("whole", 3);
      const { customer: _, ...withoutCustomer } = INVOICE_DATA;
      const rejected = yield* call("POST", "/v1/renders/batch", {
        ...batch,
        items: [
          ...batch.items,
          { data: withoutCustomer },
          { data: { ...INVOICE_DATA, total: "many" } },
        ],
      });
      assert.strictEqual(codeOf(rejected), "invalid_input_data", rejected.text);
      assert.sameMembers(
        [...issuePaths(rejected)],
        ["items.3.data.customer.name", "items.4.data.total"],
      );
      const shape = yield* call("POST", "/v1/renders/batch", { template: "whole", items: [] });
      assert.strictEqual(codeOf(shape), "invalid_request");
      const many = { template: "whole", items: Array.from({ length: 1001 }, () => ({ data: {} })) };
      const large = yield* call("POST", "/v1/renders/batch", many);
      assert.strictEqual(codeOf(large), "invalid_request", large.text);
      const unknown = yield* call("POST", "/v1/renders/batch", { ...batch, template: "unknown" });
      assert.strictEqual(codeOf(unknown), "template_not_found");
      const before = fieldsOf(yield* call("GET", "/v1/renders?template=whole"))["renders"];
      assert.deepEqual(before, []);

      const key = { "idempotency-key": "whole-1" };
      const responses = yield* Effect.all(
        Array.from({ length: 6 }, () => call("POST", "/v1/renders/batch", batch, key)),
        { concurrency: "unbounded" },
      );
      assert.strictEqual(new Set(responses.map((response) => fieldsOf(response)["id"])).size, 1);
      assert.sameMembers(
        responses.map(({ status }) => status),
        [202, 200, 200, 200, 200, 200],
      );
      const warned = yield* call("POST", "/v1/renders/batch", {
        ...batch,
        items: [{ data: { ...INVOICE_DATA, totl: 1 } }],
      });
      const { warnings } = fieldsOf(warned);
      assert.deepEqual(warnings, [
        { path: "items.0.data.totl", message: 'Not in the manifest. Did you mean "total"?' },
      ]);
      yield* awaitCompletion(String(fieldsOf(warned)["id"]));
    }),
  );

  it.effect("is completed when its unfinished renders are erased, and deleted with the last", () =>
    Effect.gen(function* () {
      yield* publishInvoice("erased");
      const key = { "idempotency-key": "erased-1" };
      const batch = batchOf("erased", 2);
      const { id } = fieldsOf(yield* call("POST", "/v1/renders/batch", batch, key));
      const renders = yield* rowsOf(`/v1/renders?batchId=${String(id)}`, "renders");
      for (const render of renders) yield* call("DELETE", `/v1/renders/${String(render["id"])}`);
      const { total, succeeded, failed } = yield* awaitCompletion(String(id));
      assert.strictEqual(Number(succeeded) + Number(failed), total);
      assert.lengthOf(yield* completions(String(id)), 1);
      yield* (yield* RenderBatchUpkeep).deleteEmpty;
      assert.strictEqual((yield* call("GET", `/v1/renders/batches/${String(id)}`)).status, 404);
      const replay = yield* call("POST", "/v1/renders/batch", batch, key);
      assert.strictEqual(codeOf(replay), "not_found");
    }),
  );
});
