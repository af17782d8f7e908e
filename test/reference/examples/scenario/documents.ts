import { RenderBatchUpkeep } from "@paraph/core/renders";
import { RenderId } from "@paraph/core/values";
import { Effect } from "effect";
import { SqlClient } from "effect/sql";

import {
  EINVOICE_DATA,
  EINVOICE_TEMPLATE,
} from "../../../../packages/http/_testing/einvoice_template.ts";
import { succeedRender } from "../../../../packages/http/_testing/succeeded_render.ts";
import { trueTypeFont } from "../../../../packages/pdf/testing/font_files.ts";
import { Recorder } from "../recorder.ts";
import type { Organisation } from "./organisation.ts";

/** A blank page. */
const DOCUMENT = Buffer.from(
  [
    "%PDF-1.7",
    "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj",
    "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj",
    "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj",
    "trailer<</Root 1 0 R>>",
    "%%EOF",
    "",
  ].join("\n"),
);

const text = { type: "text", width: 120, height: 8 };
const LAYOUT = {
  basePdf: { width: 210, height: 297, padding: [20, 20, 20, 20] },
  schemas: [
    [
      {
        ...text,
        name: "title",
        position: { x: 20, y: 20 },
        content: "Receipt for {customer.name}",
      },
      { ...text, name: "total", position: { x: 20, y: 32 } },
    ],
  ],
};
/** The template of a receipt. */
const RECEIPT = {
  name: "Receipt",
  description: "A receipt for one payment.",
  manifest: {
    variables: [
      { key: "customer.name", label: "Customer", dataType: "text", required: true },
      { key: "total", label: "Total", dataType: "currency", format: "currency:EUR" },
    ],
    loops: [],
  },
};
/** The data of a receipt. */
export const DATA = { customer: { name: "Ada Lovelace" }, total: "30.30" };

/** Publishes templates and renders a document. Returns the id of the render. */
export const publishAndRender = Effect.fnUntraced(function* ({ projectKey: bearer }: Organisation) {
  const { call } = yield* Recorder;
  const path = { slug: "receipt" };
  yield* call("templates.publish", {
    bearer,
    path,
    key: "receipt-version-1",
    body: { ...RECEIPT, layout: LAYOUT },
  });
  yield* call("templates.create", {
    bearer,
    key: "create-delivery-note",
    body: { ...RECEIPT, name: "Delivery note", slug: "delivery-note" },
  });
  yield* call("templates.list", { bearer });
  yield* call("templates.get", { bearer, path });
  yield* call("templates.versions", { bearer, path });
  const version = { ...path, versionNumber: "1" };
  yield* call("templates.version", { bearer, path: version });
  yield* call("templates.pageImage", {
    bearer,
    path: { ...version, page: "1" },
    query: { width: "400" },
  });
  yield* call("templates.sampleData", { bearer, path });
  yield* call("templates.remove", { bearer, path: { slug: "delivery-note" } });

  const submission = yield* call("renders.submit", {
    bearer,
    path,
    key: "order-4711",
    body: { data: DATA, options: { filename: "receipt-4711" } },
  });
  const id = RenderId.make(String(submission["id"]));
  yield* succeedRender(id, DOCUMENT);
  const render = yield* call("renders.get", { bearer, path: { id } });
  yield* call("renders.upload", {
    bearer,
    key: "lease-2026",
    body: { name: "lease.pdf", data: DOCUMENT.toString("base64") },
  });
  yield* call("renders.list", {
    bearer,
    query: { limit: "20", template: "receipt", status: "succeeded" },
  });
  const [, token = ""] = /\/files\/(.*)\.pdf$/.exec(String(render["downloadUrl"])) ?? [];
  yield* call("files.download", { path: { token } });
  yield* call("renders.data", { bearer, path: { id } });
  yield* call("renders.download", { bearer, path: { id } });
  yield* call("renders.pageImage", { bearer, path: { id, page: "1" }, query: { width: "400" } });
  yield* call("embed.download", { bearer, path: { id } });
  const { url } = yield* call("renders.createDownloadUrl", {
    bearer,
    path: { id },
    body: { expiresIn: 600 },
  });
  const [, temporary = ""] = /\/temporary\/(.*)\.pdf$/.exec(String(url)) ?? [];
  yield* call("files.temporary", { path: { token: temporary } });
  return id;
});

/** Renders a template for several people. */
export const batch = Effect.fnUntraced(function* ({ projectKey: bearer }: Organisation) {
  const { call } = yield* Recorder;
  const submission = yield* call("renderBatches.submit", {
    bearer,
    key: "receipts-2026-05",
    body: {
      template: "receipt",
      items: [
        { data: DATA, filename: "receipt-4712" },
        { data: { ...DATA, customer: { name: "Grace Hopper" } }, filename: "receipt-4713" },
      ],
    },
  });
  const id = String(submission["id"]);
  const { renders } = yield* call("renders.list", { bearer, query: { batchId: id } });
  for (const render of Array.isArray(renders) ? renders : [])
    yield* succeedRender(RenderId.make(String(render.id)), DOCUMENT);
  yield* (yield* RenderBatchUpkeep).completeOverdue;
  yield* call("renderBatches.get", { bearer, path: { id } });
  yield* call("renderBatches.list", { bearer, query: { limit: "20" } });
  yield* call("renderBatches.result", { bearer, path: { id }, query: { as: "zip" } });
});

/** Sends a template to several people for signature. */
export const bulk = Effect.fnUntraced(function* ({ projectKey: bearer }: Organisation) {
  const { call } = yield* Recorder;
  const submission = yield* call("signatureBulks.create", {
    bearer,
    key: "receipts-to-sign",
    body: {
      template: "receipt",
      name: "Receipt",
      rows: [
        {
          data: DATA,
          recipients: [{ firstName: "Ada", email: "ada@example.com", role: "client" }],
        },
      ],
    },
  });
  const path = { id: String(submission["id"]) };
  yield* call("signatureBulks.get", { bearer, path });
  yield* call("signatureBulks.list", { bearer, query: { limit: "20" } });
  yield* call("signatureBulks.rows", { bearer, path });
  yield* call("signatureBulks.result", { bearer, path, query: { as: "csv" } });
});

/** Publishes a template with an electronic invoice, and reads the invoice of a render. */
export const invoice = Effect.fnUntraced(function* ({ projectKey: bearer }: Organisation) {
  const { call } = yield* Recorder;
  const path = { slug: "einvoice" };
  yield* call("templates.publish", { bearer, path, body: EINVOICE_TEMPLATE });
  const { id } = yield* call("renders.submit", { bearer, path, body: { data: EINVOICE_DATA } });
  yield* call("renders.invoice", { bearer, path: { id: String(id) }, query: { syntax: "cii" } });
});

/** Reads the usage of a past period, which is the same in each run. */
export const usage = Effect.fnUntraced(function* ({ projectKey: bearer }: Organisation) {
  const { call } = yield* Recorder;
  const query = { from: "2026-03-01", to: "2026-03-02" };
  yield* call("usage.report", { bearer, query });
  yield* call("usage.csv", { bearer, query });
});

/** Shares a document with viewers, who open it. */
export const share = Effect.fnUntraced(function* (
  { projectKey: bearer }: Organisation,
  id: string,
) {
  const { call } = yield* Recorder;
  const path = { id };
  const link = yield* call("shares.create", {
    bearer,
    path,
    key: "share-receipt-4711",
    body: { message: "Please check before Friday.", expiresAt: inTwoWeeks() },
  });
  const token = { token: String(link["shareToken"]) };
  yield* call("shareLinks.show", { path: token });
  yield* call("shareLinks.document", { path: token, query: { download: "1" } });
  yield* call("shareLinks.record", { path: token, body: { eventType: "printed" } });
  yield* call("engagement.record", {
    bearer,
    path,
    key: "portal-view-1",
    body: { eventType: "viewed", metadata: { portal: "customers" } },
  });
  yield* call("engagement.summary", { bearer, path });
  yield* call("shares.email", {
    bearer,
    path,
    key: "email-receipt-4711",
    body: {
      to: "ada@example.com",
      recipientName: "Ada Lovelace",
      message: "Thank you for your payment.",
    },
  });
  const sql = yield* SqlClient.SqlClient;
  const [email] = yield* sql<{ readonly id: string }>`SELECT id FROM mails WHERE render_id = ${id}`;
  yield* call("shareLinks.pixel", { path: { id: String(email?.id) } });
  yield* call("shares.list", { bearer, path });
  yield* call("shares.listOfProject", { bearer, query: { status: "active", limit: "20" } });
  yield* call("shares.events", { bearer, path: { shareId: String(link["id"]) } });
  yield* call("shares.revoke", { bearer, path: { ...path, shareId: String(link["id"]) } });
});

const inTwoWeeks = () => new Date(Date.now() + 14 * 86_400_000).toISOString();

/** Erases a document, and the data of a recipient. */
export const erase = Effect.fnUntraced(function* (
  { projectKey: bearer }: Organisation,
  id: string,
) {
  const { call } = yield* Recorder;
  yield* call("renders.remove", { bearer, path: { id } });
  yield* call("erasures.create", { bearer, body: { email: "ada@example.com" } });
});

/** Adds a font and deletes it. */
export const manageFonts = Effect.fnUntraced(function* ({ projectKey: bearer }: Organisation) {
  const { call } = yield* Recorder;
  const font = { name: "Acme Handwriting", data: trueTypeFont().toString("base64") };
  yield* call("fonts.add", {
    bearer,
    key: "acme-handwriting",
    body: font,
    shownBody: { ...font, data: "AAEAAAASAQAABAAgR0RFRg…" },
  });
  yield* call("fonts.list", { bearer });
  yield* call("fonts.remove", { bearer, path: { name: encodeURIComponent(font.name) } });
});
