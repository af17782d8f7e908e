import { assert, layer } from "@effect/vitest";
import { Effect } from "effect";
import { PDFDocument, PDFName } from "pdf-lib";

import { apiServer } from "../../packages/http/_testing/api_server.ts";
import { compileLayout } from "../../packages/pdf/compile/compile_layout.ts";
import { renderDocument } from "../../packages/pdf/render_document.ts";
import { annotatedPdf } from "../../packages/pdf/testing/annotated_pdf.ts";
import { pdfText } from "../support/pdf_text.ts";
import { fieldAt, sendForSignature } from "../support/signing/signing_visit.ts";

/** A rendered document with a form field that has a value. */
async function renderedForm(): Promise<Uint8Array> {
  const name = { key: "name", label: "Name", dataType: "text", required: true } as const;
  const field = { name: "name", type: "text", position: { x: 20, y: 20 }, width: 80, height: 10 };
  const layout = {
    basePdf: { width: 210, height: 297, padding: [10, 10, 10, 10] },
    schemas: [[{ ...field, fillable: true }]],
  };
  const manifest = { variables: [name], loops: [] };
  const template = await compileLayout({ layout, manifest, title: "Form" });
  const { bytes } = await renderDocument(
    template,
    { values: { name: "Grace Hopper" }, loops: {} },
    new Map(),
  );
  return bytes;
}

/** The document that a signing page shows. */
const shownDocument = (url: string) =>
  Effect.promise(
    async () => new Uint8Array(await (await fetch(`${url}/document.pdf`)).arrayBuffer()),
  );

layer(apiServer, { excludeTestServices: true })("A document with form fields", (it) => {
  it.effect("is shown to its signers flattened, with the values on its pages", () =>
    Effect.gen(function* () {
      const pdf = yield* Effect.promise(() => annotatedPdf());
      const { url } = yield* sendForSignature(pdf, {
        fields: [fieldAt("signature", 10, 58, { height: 6 })],
      });
      const bytes = yield* shownDocument(url);
      const doc = yield* Effect.promise(() => PDFDocument.load(bytes));
      assert.isFalse(doc.catalog.has(PDFName.of("AcroForm")));
      const text = (yield* pdfText(bytes)).join(" ");
      for (const word of ["Ada Lovelace", "Poland"]) assert.include(text, word);
    }),
  );

  it.effect("is flattened also if it was rendered with form fields", () =>
    Effect.gen(function* () {
      const pdf = yield* Effect.promise(renderedForm);
      const form = yield* Effect.promise(() => PDFDocument.load(pdf));
      assert.isTrue(form.catalog.has(PDFName.of("AcroForm")));
      const { url } = yield* sendForSignature(pdf);
      const bytes = yield* shownDocument(url);
      const doc = yield* Effect.promise(() => PDFDocument.load(bytes));
      assert.isFalse(doc.catalog.has(PDFName.of("AcroForm")));
      assert.include((yield* pdfText(bytes)).join(" "), "Grace Hopper");
    }),
  );
});
