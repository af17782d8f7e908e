import * as fs from "node:fs";
import * as path from "node:path";

import { assert, layer } from "@effect/vitest";
import { ACTIVE } from "@paraph/pdf/testing/active_cases";
import { rawPdf } from "@paraph/pdf/testing/raw_pdf";
import { Effect, Schedule } from "effect";
import { SqlClient } from "effect/sql";

import { apiServer, BASE_URL } from "../_testing/api_server.ts";
import { codeOf, fieldsOf, issueMessages, issuePaths } from "../_testing/body.ts";
import { contractPdf } from "../_testing/contract_document.ts";
import { call, visit } from "../_testing/shared_document.ts";

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

const upload = Effect.fnUntraced(function* (
  name: string,
  bytes?: Uint8Array,
  headers: Readonly<Record<string, string>> = {},
) {
  const data = base64(bytes ?? (yield* contractPdf));
  return yield* call("POST", "/v1/documents", { name, data }, headers);
});

const ENCRYPTED = fs.readFileSync(
  path.join(import.meta.dirname, "../../../test/data/encrypted_streams.pdf"),
);

layer(apiServer, { excludeTestServices: true })("uploads", (it) => {
  it.effect("are renders without a template that have succeeded", () =>
    Effect.gen(function* () {
      const bytes = yield* contractPdf;
      const response = yield* upload("Lease.PDF", bytes);
      assert.strictEqual(response.status, 201, response.text);
      const { id, sha256, downloadUrl, createdAt, ...rest } = fieldsOf(response);
      const ref = `/v1/renders/${String(id)}`;
      assert.strictEqual(response.headers["location"], BASE_URL + ref);
      assert.match(String(sha256), /^[0-9a-f]{64}$/);
      assert.deepStrictEqual(rest, {
        status: "succeeded",
        pollUrl: BASE_URL + ref,
        errorMessage: null,
        templateVersionId: null,
        versionNumber: null,
        templateId: null,
        templateSlug: null,
        source: "upload",
        batchId: null,
        filename: "Lease.PDF",
        errorCode: null,
        pageCount: 1,
        byteSize: bytes.length,
        startedAt: createdAt,
        completedAt: createdAt,
        warnings: [],
        signingFields: [],
        encryption: null,
        standard: null,
        durationMs: 0,
      });
      assert.deepStrictEqual((yield* call("GET", ref)).json, response.json);

      for (const file of [
        yield* call("GET", `${ref}/download`),
        yield* visit(new URL(String(downloadUrl)).pathname),
      ]) {
        assert.strictEqual(file.status, 200);
        assert.deepStrictEqual(file.bytes, Buffer.from(bytes));
        assert.include(String(file.headers["content-disposition"]), 'filename="Lease.pdf"');
      }
      assert.strictEqual((yield* call("GET", `${ref}/pages/1.png`)).status, 200);
      assert.strictEqual((yield* call("GET", `${ref}/invoice.xml`)).status, 404);

      const share = yield* call("POST", `${ref}/shares`, {});
      assert.strictEqual(share.status, 201);
      const page = yield* visit(new URL(String(fieldsOf(share)["shareUrl"])).pathname);
      assert.strictEqual(page.status, 200);
      assert.include(page.text, "Lease");
      assert.strictEqual((yield* call("GET", `${ref}/engagement`)).status, 200);

      const isOwn = (event: string) => event.includes(String(id)) && event.includes('"upload"');
      const events = yield* call("GET", "/v1/events?limit=100").pipe(
        Effect.repeat({ until: ({ text }) => isOwn(text), schedule: Schedule.spaced("50 millis") }),
      );
      assert.include(events.text, '"render.succeeded"');
    }),
  );

  it.effect("are listed by their source", () =>
    Effect.gen(function* () {
      const { id } = fieldsOf(yield* upload("listed.pdf"));
      const listed = yield* call("GET", "/v1/renders?source=upload&status=succeeded");
      assert.include(listed.text, String(id));
      assert.notInclude((yield* call("GET", "/v1/renders?source=api")).text, String(id));
      assert.notInclude((yield* call("GET", "/v1/renders?template=lease")).text, String(id));
      assert.strictEqual(codeOf(yield* call("GET", "/v1/renders?source=fax")), "invalid_request");
    }),
  );

  it.effect("are added once for each Idempotency-Key; files of the others are removed", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient;
      const before = yield* sql`SELECT name FROM removed_files`;
      const responses = yield* Effect.all(
        Array.from({ length: 5 }, () =>
          upload("once.pdf", undefined, { "idempotency-key": "once" }),
        ),
        { concurrency: "unbounded" },
      );
      assert.strictEqual(responses.filter(({ status }) => status === 201).length, 1);
      const ids = new Set(responses.map((response) => fieldsOf(response)["id"]));
      assert.strictEqual(ids.size, 1);
      const [id] = ids;
      const removed = yield* sql<{ readonly name: string }>`SELECT name FROM removed_files`;
      assert.notInclude(
        removed.map(({ name }) => name),
        `renders/${String(id)}.pdf`,
      );
      assert.isAtLeast(removed.length, before.length);
      assert.strictEqual((yield* call("GET", `/v1/renders/${String(id)}/download`)).status, 200);

      assert.strictEqual((yield* call("DELETE", `/v1/renders/${String(id)}`)).status, 204);
      const replay = yield* upload("once.pdf", undefined, { "idempotency-key": "once" });
      assert.strictEqual(codeOf(replay), "not_found");
    }),
  );

  it.effect("are refused with the reason under `data` if they are not a harmless PDF", () =>
    Effect.gen(function* () {
      const files: Readonly<Record<string, string | Uint8Array>> = {
        "not base64": "§",
        "no file": "",
        "a text": Buffer.from("Not a PDF, but some text"),
        "half a PDF": (yield* contractPdf).subarray(0, 300),
        "an encrypted PDF": ENCRYPTED,
        "too large": Buffer.alloc(20 * 1024 * 1024 + 1),
        ...Object.fromEntries(ACTIVE.map(([what, pdf]) => [what, rawPdf(pdf)])),
      };
      for (const [what, file] of Object.entries(files)) {
        const data = typeof file === "string" ? file : base64(file);
        const response = yield* call("POST", "/v1/documents", { name: "x.pdf", data });
        assert.strictEqual(response.status, 400, `${what}: ${response.text}`);
        assert.strictEqual(codeOf(response), "invalid_request", what);
        assert.deepStrictEqual(issuePaths(response), ["data"], what);
        if (what === "an encrypted PDF")
          assert.deepStrictEqual(issueMessages(response, "data"), ["The PDF is encrypted"]);
      }
      for (const name of ["", "x".repeat(256), 7, "a\u0000b"]) {
        const response = yield* call("POST", "/v1/documents", { name, data: "" });
        assert.strictEqual(response.status, 400);
        assert.include(issuePaths(response), "name");
      }
    }),
  );

  it.effect("are found by an email address in their name, and erased with it", () =>
    Effect.gen(function* () {
      const { id } = fieldsOf(yield* upload("Offer for ada@upload.example.pdf"));
      const erasure = { email: "ada@upload.example", documents: true };
      yield* call("POST", "/v1/erasures", erasure);
      // The name ends with `.pdf`, so it names another address than that.
      yield* call("POST", "/v1/erasures", { ...erasure, email: "ada@upload.example.pdf" });
      assert.strictEqual((yield* call("GET", `/v1/renders/${String(id)}`)).status, 404);
    }),
  );

  it.effect("have no public copy in a project without public downloads", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient;
      const { id } = fieldsOf(yield* upload("private.pdf"));
      yield* sql`
        UPDATE projects SET public_downloads = false
        WHERE id = (SELECT project_id FROM renders WHERE id = ${String(id)})`;
      const response = yield* upload("private too.pdf");
      assert.strictEqual(fieldsOf(response)["downloadUrl"], null);
      const ref = `/v1/renders/${String(fieldsOf(response)["id"])}`;
      assert.strictEqual((yield* call("GET", `${ref}/download`)).status, 200);
    }),
  );
});
