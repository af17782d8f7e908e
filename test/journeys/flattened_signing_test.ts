import { assert, layer } from "@effect/vitest";
import { Effect } from "effect";
import { PDFDocument, PDFName } from "pdf-lib";

import { apiServer } from "../../packages/http/_testing/api_server.ts";
import { annotatedPdf } from "../../packages/pdf/testing/annotated_pdf.ts";
import { pdfText } from "../support/pdf_text.ts";
import { fieldAt, sendForSignature } from "../support/signing/signing_visit.ts";

layer(apiServer, { excludeTestServices: true })("A document with form fields", (it) => {
  it.effect("is shown to its signers flattened, with the values on its pages", () =>
    Effect.gen(function* () {
      const pdf = yield* Effect.promise(() => annotatedPdf());
      const { url } = yield* sendForSignature(pdf, {
        fields: [fieldAt("signature", 10, 58, { height: 6 })],
      });
      const bytes = yield* Effect.promise(
        async () => new Uint8Array(await (await fetch(`${url}/document.pdf`)).arrayBuffer()),
      );
      const doc = yield* Effect.promise(() => PDFDocument.load(bytes));
      assert.isFalse(doc.catalog.has(PDFName.of("AcroForm")));
      const text = (yield* pdfText(bytes)).join(" ");
      for (const word of ["Ada Lovelace", "Poland"]) assert.include(text, word);
    }),
  );
});
