import { Context, Effect, Layer, Schema } from "effect";

import { collectDocument, type Document, pdfFilename, StorageUnavailable } from "../renders/mod.ts";
import { Signatures } from "../signatures/mod.ts";
import { Conflict, type ProjectId } from "../values/mod.ts";
import { PdfCombiner } from "./evidence/pdf_combiner.ts";
import { Signing } from "./signing.ts";

/** Which pages a download of the signed document has. */
export const SignedDocumentQuery = Schema.Struct({
  include: Schema.optionalKey(Schema.Literal("certificate")).annotateKey({
    description:
      "`certificate`: the signed document and its certificate in one file, for reading and printing. Each download is combined and signed digitally again, so it has another SHA-256 each time and supports no range requests.",
  }),
}).annotate({
  identifier: "SignedDocumentQuery",
  description: "Which pages a download of the signed document has.",
});

/** A combined file. */
export interface CombinedDocument {
  readonly bytes: Uint8Array;
  readonly filename: string;
}

/** The signed document and the certificate of a completed request in one file. */
export class CombinedDocuments extends Context.Service<CombinedDocuments>()(
  "@paraph/core/builtin_provider/CombinedDocuments",
  {
    make: Effect.gen(function* () {
      const signatures = yield* Signatures;
      const signing = yield* Signing;
      const combiner = yield* PdfCombiner;

      const combine = Effect.fnUntraced(function* (
        facts: { readonly requestId: string; readonly name: string; readonly filename: string },
        documents: { readonly signed: Document; readonly certificate: Document },
      ) {
        const { filename, ...about } = facts;
        const signed = yield* collectDocument(documents.signed);
        const certificate = yield* collectDocument(documents.certificate);
        const bytes = yield* combiner
          .combine({ ...about, signed, certificate })
          .pipe(
            Effect.catchTags({
              uncombinable: () => Effect.fail(UNCOMBINABLE),
              sealing_delayed: () => Effect.fail(NOT_NOW),
            }),
          );
        return { bytes, filename } satisfies CombinedDocument;
      });

      const ofRequest = Effect.fn("CombinedDocuments.ofRequest")(function* (
        project: ProjectId,
        id: string,
      ) {
        const { id: requestId, name } = yield* signatures.get(project, id);
        const documents = {
          signed: yield* signatures.openSigned(project, id),
          certificate: yield* signatures.openCertificate(project, id),
        };
        return yield* combine(
          { requestId, name, filename: `${requestId}-signed-with-certificate.pdf` },
          documents,
        );
      });

      const ofRecipient = Effect.fn("CombinedDocuments.ofRecipient")(function* (token: string) {
        const documents = {
          signed: yield* signing.copy(token),
          certificate: yield* signing.certificate(token),
        };
        const { name } = yield* signing.ceremony(token);
        const { requestId } = yield* signing.audit(token);
        const filename = pdfFilename(`${name} (signed, with certificate)`, requestId);
        return yield* combine({ requestId, name, filename }, documents);
      });

      return {
        /** The documents of a request of a project; a conflict until both are archived. */
        ofRequest,
        /** The documents of a recipient's link; a conflict until both are archived. */
        ofRecipient,
      };
    }),
  },
) {
  static readonly layer = Layer.effect(this, this.make);
}

const UNCOMBINABLE = Conflict.of(
  "The signed document and its certificate cannot be combined: download them separately",
);

const NOT_NOW = new StorageUnavailable({
  message: "The combined file cannot be signed digitally now; retry, or download both files",
});
