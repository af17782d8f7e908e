import { execFile } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { promisify } from "node:util";

import { assert, describe, it } from "@effect/vitest";
import { openParaph } from "@paraph/app";
import { checkTemplate } from "@paraph/core/templates";
import { type RenderId, Slug } from "@paraph/core/values";
import { putDatabase } from "@paraph/database/testing/database_folder";
import { QUICK_TO_START } from "@paraph/testing/quick_to_start";
import { Effect } from "effect";
import { PDFDocument } from "pdf-lib";
import { afterAll, beforeAll } from "vitest";

import { invoiceApp } from "../../examples/fastify/app.ts";

const EXAMPLES = path.resolve(import.meta.dirname, "../../examples");
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-examples-"));

beforeAll(async () => {
  fs.mkdirSync(path.join(folder, "data"));
  await Effect.runPromise(putDatabase(path.join(folder, "data")));
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** Programs whose only argument is the output, and which use the same data at the same time. */
const PROGRAMS = ["embed_core.ts", "embed_core_effect.ts"] as const;

describe.each(PROGRAMS)("examples/%s", (program) => {
  it.concurrent("renders, shares and sends an invoice for signature", async () => {
    const output = path.join(folder, `${program}.pdf`);
    const args = [...QUICK_TO_START, path.join(EXAMPLES, program), output];
    const env = { ...process.env, DATA_DIR: path.join(folder, "data"), DATABASE_URL: undefined };
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    const [renderLine = "", shareLine = "", signatureLine = "", ...more] = stdout
      .trim()
      .split("\n");
    assert.strictEqual(renderLine.startsWith(`Rendered ${output}: 2 pages, `), true, renderLine);
    assert.match(shareLine, /^Share link http:\/\/127\.0\.0\.1:3000\/share\/shr_[\w-]{43}$/);
    assert.match(signatureLine, /^Signature request [0-9a-f-]{36} is sent$/);
    assert.deepEqual(more, []);
    const document = await PDFDocument.load(fs.readFileSync(output));
    assert.strictEqual(document.getPageCount(), 2);
  });
});

const read = (file: string): unknown =>
  JSON.parse(fs.readFileSync(path.join(EXAMPLES, "gallery/invoice", file), "utf8"));

/** A field of a JSON response. */
function fieldOf(body: string, name: string): string {
  const fields: Record<string, unknown> = JSON.parse(body);
  return String(fields[name]);
}

describe("examples/fastify", () => {
  it("has separate invoices, and embeds Paraph's pages", async () => {
    const dataDir = path.join(folder, "data");
    const publicUrl = "http://app.test";
    const options = { dataDir, publicUrl, workerConcurrency: 1, logLevel: "None" } as const;
    await using paraph = await openParaph(options);
    const { projectId } = await paraph.project("fastify");
    const check = checkTemplate(read("template.json"));
    if (!check.ok) assert.fail(JSON.stringify(check.issues));
    await paraph.templates.publish(projectId, Slug.make("invoice"), check.template);
    await using app = await invoiceApp(paraph, projectId);

    const invalidResponse = await app.inject({ method: "POST", url: "/invoices", payload: {} });
    assert.strictEqual(invalidResponse.statusCode, 400);
    assert.strictEqual(fieldOf(invalidResponse.body, "error"), "invalid_input_data");
    assert.strictEqual((await app.inject("/invoices/unknown/status")).statusCode, 404);

    const payload = fs.readFileSync(path.join(EXAMPLES, "gallery/invoice/data.json"));
    const headers = { "content-type": "application/json" };
    const submission = await app.inject({ method: "POST", url: "/invoices", payload, headers });
    assert.strictEqual(submission.statusCode, 202);
    const id = fieldOf(submission.body, "id");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was printed before
    await paraph.renders.wait(projectId, id as RenderId, "1 minute");
    const status = await app.inject({ url: fieldOf(submission.body, "status") });
    assert.strictEqual(fieldOf(status.body, "status"), "succeeded");
    assert.strictEqual(fieldOf(status.body, "pageCount"), "2");

    const pdf = await app.inject(`/invoices/${id}.pdf`);
    assert.strictEqual(pdf.headers["content-type"], "application/pdf");
    assert.strictEqual((await PDFDocument.load(pdf.rawPayload)).getPageCount(), 2);
    const etag = String(pdf.headers["etag"]);
    const again = { url: `/invoices/${id}.pdf`, headers: { "if-none-match": etag } };
    assert.strictEqual((await app.inject(again)).statusCode, 304);

    const share = await app.inject({ method: "POST", url: `/invoices/${id}/shares` });
    const page = new URL(fieldOf(share.body, "url"));
    assert.strictEqual(page.origin, publicUrl);
    const sharePage = await app.inject(page.pathname);
    assert.strictEqual(sharePage.statusCode, 200);
    assert.match(String(sharePage.headers["content-type"]), /^text\/html/);
    const asset = /\/assets\/[^"]+\.js/.exec(sharePage.body)?.[0];
    assert.strictEqual((await app.inject(asset ?? "")).statusCode, 200);
    const events = { method: "POST", url: `${page.pathname}/events`, headers } as const;
    const eventResponse = await app.inject({ ...events, payload: { eventType: "printed" } });
    assert.isBelow(eventResponse.statusCode, 300, eventResponse.body);
  });
});
