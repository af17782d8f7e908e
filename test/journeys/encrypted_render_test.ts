import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { afterAll, assert, layer } from "@effect/vitest";
import { imageFetcherNone, RenderJob } from "@paraph/core/renders";
import { sharedRenderer } from "@paraph/pdf/testing/shared_renderer";
import { renderWorker } from "@paraph/worker";
import { Effect, Exit, Layer } from "effect";

import { INVOICE_DATA, publishInvoice } from "../../packages/http/_testing/api_client.ts";
import { apiServer } from "../../packages/http/_testing/api_server.ts";
import { fieldsOf } from "../../packages/http/_testing/body.ts";
import { call } from "../../packages/http/_testing/shared_document.ts";
import { readWith } from "../support/outside_tool.ts";
import { pdfText } from "../support/pdf_text.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-test-"));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const worker = renderWorker(1).pipe(
  Layer.provide(RenderJob.layer),
  Layer.provide(Layer.provide(sharedRenderer, imageFetcherNone)),
);
const server = worker.pipe(Layer.provideMerge(apiServer), Layer.orDie);

/** Renders an encrypted invoice; returns its path and its document. */
const render = Effect.fnUntraced(function* (encrypt: unknown) {
  const options = { encrypt, sync: true };
  const body = { data: INVOICE_DATA, options };
  const response = yield* call("POST", "/v1/templates/encrypted/render", body);
  assert.strictEqual(fieldsOf(response)["status"], "succeeded", response.text);
  const ref = `/v1/renders/${String(fieldsOf(response)["id"])}`;
  const { bytes } = yield* call("GET", `${ref}/download`);
  return { ref, bytes };
});

layer(server, { excludeTestServices: true })("an encrypted render", (it) => {
  it.effect("opens with its passwords only, and its pages are not drawn", () =>
    Effect.gen(function* () {
      yield* publishInvoice("encrypted");
      const passwords = { userPassword: "Größe 7", ownerPassword: "the owner" };
      const { ref, bytes } = yield* render({ ...passwords, permissions: { copy: false } });
      const file = path.join(folder, "encrypted.pdf");
      fs.writeFileSync(file, bytes);
      // The last one has a letter in two characters, as some systems type it.
      for (const password of [...Object.values(passwords), "Gro\u0308ße 7"]) {
        assert.include((yield* pdfText(bytes, password)).join(), INVOICE_DATA.customer.name);
        const checked = readWith("qpdf", [`--password=${password.normalize()}`, "--check", file]);
        if (checked !== undefined) assert.include(checked.output, "No syntax or stream encoding");
      }
      for (const password of ["", "größe 7", "Größe 7 "]) {
        assert.isTrue(Exit.isFailure(yield* Effect.exit(pdfText(bytes, password))), password);
        const refused = readWith("qpdf", [`--password=${password}`, "--check", file]);
        if (refused !== undefined) assert.include(refused.output, "invalid password");
      }
      const image = yield* call("GET", `${ref}/pages/1.png`);
      assert.strictEqual(image.status, 409);
      assert.include(image.text, "A password opens the document");
    }),
  );

  it.effect("without a password is restricted, shared and drawn", () =>
    Effect.gen(function* () {
      yield* publishInvoice("encrypted");
      const { ref, bytes } = yield* render({ permissions: { print: false } });
      assert.include((yield* pdfText(bytes)).join(), INVOICE_DATA.customer.name);
      assert.strictEqual((yield* call("GET", `${ref}/pages/1.png`)).status, 200);
      assert.strictEqual((yield* call("POST", `${ref}/shares`, {})).status, 201);
    }),
  );
});
