import { randomBytes } from "node:crypto";

import { assert, layer } from "@effect/vitest";
import { verifySealedPdf } from "@paraph/pdf/verify";
import { Effect } from "effect";
import { PDFDocument, PDFName } from "pdf-lib";

import { apiServer } from "../../packages/http/_testing/api_server.ts";
import { codeOf } from "../../packages/http/_testing/body.ts";
import { documentOf } from "../support/shared_document.ts";
import {
  addressOf,
  createSignatureRequest,
  sign,
  tokenOf,
} from "../support/signing/signing_by_email.ts";

const LIMIT = 20 * 2 ** 20;

/** Two hundred pages with this many bytes of noise. */
const pagesWith = async (noise: number) => {
  const document = await PDFDocument.load(await documentOf(200));
  const noiseRef = document.context.register(document.context.stream(randomBytes(noise)));
  document.catalog.set(PDFName.of("Noise"), noiseRef);
  return document.save({ useObjectStreams: false });
};

/** Two hundred pages of exactly this many bytes; the last few are blank. */
const twoHundredPages = (byteSize: number) =>
  Effect.promise(async () => {
    const { length } = await pagesWith(0);
    const pdf = new Uint8Array(byteSize).fill(10);
    pdf.set(await pagesWith(byteSize - length - 100));
    return pdf;
  });

const toSign = (pdf: Uint8Array, email: string) => ({
  pdf,
  pageCount: 200,
  recipients: [{ firstName: "Ada", email }],
  fields: [
    { recipientIndex: 0, type: "signature", page: 1, x: 10, y: 85, width: 20, height: 5 },
    { recipientIndex: 0, type: "signature", page: 200, x: 10, y: 85, width: 20, height: 5 },
  ],
});

layer(apiServer, { excludeTestServices: true, timeout: "2 minutes" })("a large document", (it) => {
  it.effect(
    "of 200 pages and 20 MB is sent, signed and sealed",
    () =>
      Effect.gen(function* () {
        const ada = addressOf("ada");
        const pdf = yield* twoHundredPages(LIMIT);
        assert.strictEqual(pdf.length, LIMIT);
        const { created, download, awaitStatus } = yield* createSignatureRequest(toSign(pdf, ada));
        assert.strictEqual(created.status, 201, created.text);
        assert.strictEqual((yield* sign(yield* tokenOf(ada, /sign/))).status, 200);
        const { status, errorMessage } = yield* awaitStatus("completed");
        assert.deepStrictEqual([status, errorMessage], ["completed", null]);
        const { bytes } = yield* download;
        const verification = verifySealedPdf(bytes);
        assert.isTrue(verification.intact);
        const document = yield* Effect.promise(() => PDFDocument.load(bytes));
        assert.strictEqual(document.getPageCount(), 200);
      }),
    120_000,
  );

  it.effect("of a byte more is too large", () =>
    Effect.gen(function* () {
      const ada = addressOf("ada");
      const { created } = yield* createSignatureRequest(
        toSign(yield* twoHundredPages(LIMIT + 1), ada),
      );
      assert.deepStrictEqual([created.status, codeOf(created)], [413, "document_too_large"]);
    }),
  );
});
