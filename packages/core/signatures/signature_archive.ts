import { Context, DateTime, Effect, Layer, Option } from "effect";
import { Digest } from "effect/crypto";

import {
  type AssetRange,
  AssetStore,
  type Document,
  type StorageUnavailable,
  type StoredFile,
  verifiedFiles,
} from "../renders/mod.ts";
import {
  Conflict,
  NotFound,
  PublicUrls,
  type SignatureRequestId,
  Transaction,
} from "../values/mod.ts";
import { EventPublisher } from "../webhooks/mod.ts";
import { EmailsToSender } from "./emails_to_sender.ts";
import { UpstreamError } from "./errors.ts";
import { type SignatureProvider, SignatureProviders } from "./provider/signature_provider.ts";
import { hasCertificate } from "./request/signature_status.ts";
import { signatureEvent } from "./request/signature_view.ts";
import { SignatureStore, type StoredSignatureRequest } from "./signature_store.ts";

/** The file name of a request's flattened document, if it differs from the render's document. */
export function flattenedFileName(id: SignatureRequestId): string {
  return `signatures/${id}/document.pdf`;
}

/** The file names of an attempt to archive a request. The row of the request counts the attempts. */
export function archiveFileNames(id: SignatureRequestId, attempt: number) {
  return {
    signed: `signatures/${id}/${attempt}-signed.pdf`,
    certificate: `signatures/${id}/${attempt}-certificate.pdf`,
  } as const;
}

const NOT_ARCHIVED = Conflict.of("The signed document is not ready yet: poll signedDownloadUrl");
const NOT_CERTIFIED = Conflict.of("The certificate is not ready yet: poll certificateUrl");

/** Stores and opens the documents of requests that have ended. */
export class SignatureArchive extends Context.Service<SignatureArchive>()(
  "@paraph/core/signatures/SignatureArchive",
  {
    make: Effect.gen(function* () {
      const store = yield* SignatureStore;
      const assets = yield* AssetStore;
      const events = yield* EventPublisher;
      const transaction = yield* Transaction;
      const digest = yield* Digest.Digest;
      const { base } = yield* PublicUrls;
      const openFile = yield* verifiedFiles;
      const providers = yield* SignatureProviders;
      const emails = yield* EmailsToSender;

      const storeFile = Effect.fnUntraced(function* (
        name: string,
        sha256: string,
        bytes: Uint8Array,
      ) {
        yield* assets.put(name, bytes);
        return { name, sha256, byteSize: bytes.length } satisfies StoredFile;
      });

      const removeAttempt = (id: StoredSignatureRequest["id"], attempt: number) =>
        Effect.forEach(Object.values(archiveFileNames(id, attempt)), assets.remove, {
          discard: true,
        });

      const removeEarlier = (id: StoredSignatureRequest["id"], attempt: number) =>
        Effect.forEach(
          Array.from({ length: attempt - 1 }, (_, earlier) => earlier + 1),
          (earlier) => removeAttempt(id, earlier),
          { discard: true },
        );

      const complete = Effect.fnUntraced(function* (
        provider: SignatureProvider,
        { id }: StoredSignatureRequest,
        attempt: number,
        files: { readonly signedFile: StoredFile; readonly certificateFile: StoredFile | null },
      ) {
        const request = yield* store.lock(id);
        const completedAt = yield* DateTime.now;
        if (
          Option.isNone(request) ||
          !(yield* store.complete(id, attempt, { completedAt, ...files }))
        )
          return false;
        const completedRequest = Option.getOrThrow(yield* store.find(request.value.projectId, id));
        yield* provider.onArchived(id);
        yield* events.publish(
          signatureEvent({ type: "signature.completed" }, completedRequest, base),
        );
        yield* emails.sendCompleted(completedRequest);
        return true;
      }, transaction.run);

      /**
       * Fetches and stores a request's documents, and completes the request with them. The latest attempt wins,
       * so that concurrent or repeated attempts leave one file.
       */
      const archive = Effect.fnUntraced(function* (
        provider: SignatureProvider,
        signature: StoredSignatureRequest,
      ) {
        const { id, providerId } = signature;
        const nextAttempt = yield* store.beginArchiving(id);
        // The request has ended meanwhile, and its stored files stay.
        if (Option.isNone(nextAttempt)) return;
        const attempt = nextAttempt.value;
        // Earlier attempts can no longer complete the request, and may have crashed without removing files.
        yield* removeEarlier(id, attempt);
        const names = archiveFileNames(id, attempt);
        const { signed, certificate } = yield* provider.documents(providerId);
        const hash = (bytes: Uint8Array) => digest.digestHex(Digest.sha256, bytes);
        const signedFile = yield* storeFile(names.signed, yield* hash(signed), signed);
        const certificateFile =
          certificate === null
            ? null
            : yield* storeFile(names.certificate, yield* hash(certificate), certificate);
        const isCompleted = yield* complete(provider, signature, attempt, {
          signedFile,
          certificateFile,
        });
        // A concurrent earlier attempt may have stored files since.
        yield* isCompleted ? removeEarlier(id, attempt) : removeAttempt(id, attempt);
      });

      const certify = Effect.fnUntraced(function* (
        provider: SignatureProvider,
        { id, providerId }: StoredSignatureRequest,
      ) {
        const certificate = yield* provider.certificate(providerId);
        const nextAttempt = yield* store.beginCertifying(id);
        // The request has a certificate, or was erased.
        if (Option.isNone(nextAttempt)) return;
        const { certificate: name } = archiveFileNames(id, nextAttempt.value);
        const sha256 = yield* digest.digestHex(Digest.sha256, certificate);
        if (!(yield* store.storeCertificate(id, yield* storeFile(name, sha256, certificate))))
          yield* assets.remove(name);
      });

      const openStoredFile = Effect.fnUntraced(function* (
        file: StoredFile,
        filename: string,
        range: AssetRange | undefined,
      ): Effect.fn.Return<Document, NotFound | StorageUnavailable> {
        const asset = yield* Effect.fromOption(yield* openFile(file, range), () =>
          NotFound.of("document"),
        );
        return { ...asset, sha256: file.sha256, totalSize: file.byteSize, filename };
      });

      const openSigned = Effect.fnUntraced(function* (
        { id, signedFile }: StoredSignatureRequest,
        range?: AssetRange,
      ) {
        if (signedFile === null) return yield* NOT_ARCHIVED;
        return yield* openStoredFile(signedFile, `${id}-signed.pdf`, range);
      });

      /** The stored certificate, else the current one of the provider. */
      const certificateFile = Effect.fnUntraced(function* (signature: StoredSignatureRequest) {
        if (signature.certificateFile !== null) return signature.certificateFile;
        const provider = providers.byName(signature.provider);
        const isLocal = Option.exists(provider, (current) => current.isLocal);
        if (!hasCertificate(signature.status, isLocal)) return yield* NOT_CERTIFIED;
        if (Option.isNone(provider)) return yield* UpstreamError.certificate;
        yield* certify(provider.value, signature).pipe(
          Effect.catchTags({
            not_ready_yet: () => Effect.fail(NOT_CERTIFIED),
            provider_unavailable: () => Effect.fail(UpstreamError.certificate),
            integrity_fault: () => Effect.fail(UpstreamError.certificate),
          }),
        );
        const request = yield* store.find(signature.projectId, signature.id);
        if (Option.isNone(request)) return yield* NotFound.of("signature request");
        return request.value.certificateFile ?? (yield* NOT_CERTIFIED);
      });

      const openCertificate = Effect.fnUntraced(function* (
        signature: StoredSignatureRequest,
        range?: AssetRange,
      ) {
        const file = yield* certificateFile(signature);
        return yield* openStoredFile(file, `${signature.id}-certificate.pdf`, range);
      });

      return {
        /** Fetches and stores the documents of a request that all recipients have signed, and completes it. */
        archive,
        /** Fetches and stores the certificate of a request that has ended without one. */
        certify,
        /** The signed document; a conflict until it is archived. */
        openSigned,
        /** The certificate; a conflict until the provider has created it. */
        openCertificate,
      };
    }),
  },
) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(EmailsToSender.layer));
}
