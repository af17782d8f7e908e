import * as fs from "node:fs";
import * as path from "node:path";

import { assert, describe, it } from "@effect/vitest";
import { DATABASES } from "@paraph/database/testing/fresh_database";
import { Effect, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { startServer } from "../../packages/cli/_testing/paraph_process.ts";
import { fieldsOf } from "../../packages/http/_testing/body.ts";
import { databaseLayer, caller, environment, makeDataDir } from "../support/deployment.ts";
import { awaiting } from "../support/killable_server.ts";
import { FIELD, MB, NAME, overlayOf, pdfOf } from "./large_template.ts";

/** A running server on a database, and the key of a project. */
const deploymentOn = Effect.fnUntraced(function* (
  makeDatabase: (typeof DATABASES)[number]["make"],
) {
  const dataDir = yield* makeDataDir;
  const databaseUrl = yield* makeDatabase;
  const places = databaseUrl === undefined ? { dataDir } : { dataDir, databaseUrl };
  const adminKey = "admin-key-of-large-documents-0123456789";
  const more = { RATE_LIMIT: "off", SERVICE_ADMIN_KEY: adminKey };
  const server = yield* startServer([], { ...environment(places), ...more });
  const organisation = { externalOrgId: "partner" };
  const response = yield* caller(server.port, adminKey)(
    "POST",
    "/v1/admin/provision",
    organisation,
  );
  const key = String(fieldsOf(response)["apiKey"]);
  return { dataDir, server, database: databaseLayer(places), call: caller(server.port, key) };
});

type Call = Effect.Success<ReturnType<typeof deploymentOn>>["call"];

const awaitRender = (call: Call, id: unknown) =>
  Effect.map(
    awaiting(call("GET", `/v1/renders/${String(id)}`), ({ text }) =>
      /"status":"(?:succeeded|failed)"/.test(text),
    ),
    fieldsOf,
  );

const renderAndWait = Effect.fnUntraced(function* (call: Call, slug: string, data: object) {
  const response = yield* call("POST", `/v1/templates/${slug}/render`, { data });
  assert.strictEqual(response.status, 202, response.text.slice(0, 300));
  return yield* awaitRender(call, fieldsOf(response)["id"]);
});

const DraftResponse = Schema.Struct({
  documentTemplate: Schema.Record(Schema.String, Schema.Unknown),
});

/** A template in builder form. */
const draftOf = ({ json }: { readonly json: unknown }) =>
  Schema.decodeUnknownSync(DraftResponse)(json).documentTemplate;

/** The files of large parts of rows. */
function blobsIn(dataDir: string) {
  const folder = path.join(dataDir, "files", "blobs");
  const names = fs.readdirSync(folder, { recursive: true }).map(String);
  return names.flatMap((name) => {
    const stat = fs.statSync(path.join(folder, name));
    return stat.isFile() ? [{ name, byteSize: stat.size }] : [];
  });
}

describe.each(DATABASES)("large documents on $kind", ({ make }) => {
  it.live(
    "templates with base PDFs of 5, 11 and 14 MB render, and are read as they were published",
    () =>
      Effect.gen(function* () {
        const { dataDir, server, call, database } = yield* deploymentOn(make);
        for (const size of [5, 11, 14]) {
          const slug = `base-${size}`;
          const content = overlayOf(yield* pdfOf(size * MB));
          const publishResponse = yield* call("PUT", `/v1/templates/${slug}`, content);
          assert.strictEqual(publishResponse.status, 201, publishResponse.text.slice(0, 300));
          const render = yield* renderAndWait(call, slug, { name: "Ada" });
          assert.deepInclude(render, { status: "succeeded", pageCount: 1 }, server.output());
          assert.isAbove(Number(render["byteSize"]), size * MB);

          const { status, json } = yield* call("GET", `/v1/templates/${slug}`);
          assert.strictEqual(status, 200);
          assert.deepInclude(json, { slug, layout: content.layout, templateType: "pdf-overlay" });
          if (size !== 11) continue;
          const large = () => blobsIn(dataDir).filter(({ byteSize }) => byteSize > 10 * MB);
          const largeBlobs = large();
          // The base PDF as published, and as prepared for rendering.
          assert.lengthOf(largeBlobs, 2);
          const next = { ...content, name: "Other title" };
          assert.strictEqual((yield* call("PUT", `/v1/templates/${slug}`, next)).status, 200);
          assert.deepStrictEqual(large(), largeBlobs);
          const second = yield* renderAndWait(call, slug, { name: "Ada" });
          assert.deepInclude(second, { status: "succeeded", pageCount: 1 }, server.output());
        }
        const largest = Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql<{ bytes: number }>`
          SELECT max(octet_length(t::text))::int AS bytes FROM template_versions AS t`,
        );
        const [row] = yield* Effect.provide(largest, database);
        assert.isBelow(row?.bytes ?? Infinity, 10_000);
      }),
    240_000,
  );

  it.live("data of 17 MB renders, is found by an address in it, and its file goes with it", () =>
    Effect.gen(function* () {
      const { dataDir, server, call, database } = yield* deploymentOn(make);
      const notes = Array.from({ length: 170 }, (_, index) => `note${index}`);
      const variables = [NAME, ...notes.map((key) => ({ key, label: key, dataType: "longtext" }))];
      const template = { name: "Letter", manifest: { variables, loops: [] } };
      const layout = {
        basePdf: { width: 210, height: 297, padding: [20, 20, 20, 20] },
        schemas: [[FIELD]],
      };
      const publishResponse = yield* call("PUT", "/v1/templates/letter", { ...template, layout });
      assert.strictEqual(publishResponse.status, 201, publishResponse.text.slice(0, 300));
      const [first, ...others] = notes.map((key) => [key, "n".repeat(100_000)] as const);
      const data = Object.fromEntries([[first![0], "To <ada@example.com>."], ...others]);
      const render = yield* renderAndWait(call, "letter", { ...data, name: "Ada" });
      assert.deepInclude(render, { status: "succeeded", pageCount: 1 }, server.output());
      assert.lengthOf(blobsIn(dataDir), 1);
      const ageBlobs = Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          UPDATE blobs
          SET used_at = used_at - interval '2 hours', check_at = check_at - interval '2 hours'`,
      );
      yield* Effect.provide(ageBlobs, database);
      const { id } = render;
      const erasureResponse = yield* call("POST", "/v1/erasures", {
        email: "ADA@example.com",
        documents: true,
      });
      assert.strictEqual(erasureResponse.status, 200, erasureResponse.text);
      assert.strictEqual((yield* call("GET", `/v1/renders/${String(id)}`)).status, 404);
      yield* awaiting(
        Effect.sync(() => blobsIn(dataDir)),
        (files) => files.length === 0,
      );
    }),
  );

  it.live("a draft with a base PDF of 11 MB is saved, read, published and rendered", () =>
    Effect.gen(function* () {
      const { server, call } = yield* deploymentOn(make);
      const { manifest, layout } = overlayOf(yield* pdfOf(11 * MB));
      const documentTemplate = { name: "Draft", layout: { ...layout, manifest } };
      const builder = "/v1/embed/builder/templates";
      const createResponse = yield* call("POST", builder, { documentTemplate });
      assert.strictEqual(createResponse.status, 200, createResponse.text.slice(0, 300));
      const draft = draftOf(createResponse);
      assert.deepInclude(draft, documentTemplate);
      const id = String(draft["_id"]);
      const getResponse = yield* call("GET", `${builder}/${id}`);
      assert.deepInclude(draftOf(getResponse), documentTemplate);
      const update = { documentTemplate: { ...documentTemplate, name: "Other" } };
      assert.strictEqual((yield* call("PUT", `${builder}/${id}`, update)).status, 200);
      assert.strictEqual((yield* call("POST", `${builder}/${id}/publish`)).status, 200);
      const slug = String(fieldsOf(getResponse)["slug"]);
      const render = yield* renderAndWait(call, slug, { name: "Ada" });
      assert.deepInclude(render, { status: "succeeded", pageCount: 1 }, server.output());
      const rollbackResponse = yield* call("POST", `${builder}/${id}/rollback`, {
        versionNumber: 1,
      });
      assert.strictEqual(rollbackResponse.status, 200, rollbackResponse.text.slice(0, 300));
      const restoredDraft = draftOf(yield* call("GET", `${builder}/${id}`));
      assert.deepInclude(restoredDraft["layout"], { basePdf: layout.basePdf });
    }),
  );
});
