import { Context, Effect, Layer, Option } from "effect";

import {
  type AssetRange,
  AssetStore,
  type Document,
  Renders,
  type StorageUnavailable,
  pdfFilename,
  verifiedFiles,
} from "../renders/mod.ts";
import { type EnvelopeDefinition, SignatureStore, flattenedFileName } from "../signatures/mod.ts";
import { NotFound } from "../values/mod.ts";
import type { Envelope } from "./envelope.ts";

type Original = Pick<Envelope, "reference" | "projectId" | "renderId" | "originalSha256">;

/**
 * The documents of envelopes. The original is the render itself, or its flattened copy, which is stored for
 * the request: recipients see the same bytes that are hashed and sealed.
 */
export class EnvelopeDocuments extends Context.Service<EnvelopeDocuments>()(
  "@paraph/core/builtin_provider/EnvelopeDocuments",
  {
    make: Effect.gen(function* () {
      const renders = yield* Renders;
      const assets = yield* AssetStore;
      const openFile = yield* verifiedFiles;
      const requests = yield* SignatureStore;

      const storeOriginal = Effect.fnUntraced(function* (order: EnvelopeDefinition) {
        const { projectId, renderId, reference, sha256, pdf } = order;
        const render = yield* Effect.option(renders.get(projectId, renderId));
        const isRender = Option.exists(render, (current) => current.sha256 === sha256);
        yield* isRender ? Effect.void : assets.put(flattenedFileName(reference), pdf);
      });

      const openOriginal = Effect.fnUntraced(function* (
        { reference, projectId, renderId, originalSha256: sha256 }: Original,
        range?: AssetRange,
      ): Effect.fn.Return<Document, NotFound | StorageUnavailable> {
        const render = yield* renders.get(projectId, renderId);
        if (render.sha256 === sha256) return yield* renders.open(projectId, renderId, range);
        const name = flattenedFileName(reference);
        const notFound = () => NotFound.of("document");
        const whole = yield* Effect.fromOption(yield* assets.open(name), notFound);
        const { byteSize } = whole;
        const asset = yield* Effect.fromOption(
          yield* openFile({ name, sha256, byteSize }, range),
          notFound,
        );
        const filename = pdfFilename(render.filename, render.templateSlug);
        return { ...asset, sha256, totalSize: byteSize, filename };
      });

      const openSigned = Effect.fnUntraced(function* (
        { reference, name }: Pick<Envelope, "reference" | "name">,
        range?: AssetRange,
      ): Effect.fn.Return<Option.Option<Document>, StorageUnavailable> {
        const request = Option.getOrUndefined(yield* requests.load(reference));
        if (request === undefined || !request.sent || request.signedFile === null)
          return Option.none();
        const { sha256, byteSize: totalSize } = request.signedFile;
        const filename = pdfFilename(`${name} (signed)`, reference);
        const asset = yield* openFile(request.signedFile, range);
        return Option.map(asset, (file) => ({ ...file, sha256, totalSize, filename }));
      });

      const signedSha256 = Effect.fnUntraced(function* ({
        reference,
      }: Pick<Envelope, "reference">) {
        const request = Option.getOrUndefined(yield* requests.load(reference));
        return request?.sent === true ? (request.signedFile?.sha256 ?? null) : null;
      });

      const openCertificate = Effect.fnUntraced(function* (
        { reference, name }: Pick<Envelope, "reference" | "name">,
        range?: AssetRange,
      ): Effect.fn.Return<Option.Option<Document>, StorageUnavailable> {
        const file = yield* certificateFile(reference);
        if (file === null) return Option.none();
        const { sha256, byteSize: totalSize } = file;
        const filename = pdfFilename(`${name} (certificate)`, reference);
        const asset = yield* openFile(file, range);
        return Option.map(asset, (opened) => ({ ...opened, sha256, totalSize, filename }));
      });

      const certificateFile = Effect.fnUntraced(function* (reference: Envelope["reference"]) {
        const request = Option.getOrUndefined(yield* requests.load(reference));
        return request?.sent === true ? request.certificateFile : null;
      });

      return {
        /** Whether the certificate is stored. */
        hasCertificate: ({ reference }: Pick<Envelope, "reference">) =>
          Effect.map(certificateFile(reference), (file) => file !== null),
        /** The certificate; none until it is stored. */
        openCertificate,
        /** Stores the document before the envelope is added, unless it is the document of the render. */
        storeOriginal,
        /** The document that the envelope was sent with. */
        openOriginal,
        /** The sealed document; none until it is archived. */
        openSigned,
        /** The SHA-256 of the sealed document, in hex; `null` until it is archived. */
        signedSha256,
      };
    }),
  },
) {
  static readonly layer = Layer.effect(this, this.make);
}
