import { Effect, Option } from "effect";

import {
  type AssetRange,
  type Document,
  type StorageUnavailable,
  type StoredFile,
  verifiedFiles,
} from "../renders/mod.ts";
import { Conflict, NotFound } from "../values/mod.ts";
import { archiving } from "./archiving.ts";
import { UpstreamError } from "./errors.ts";
import { SignatureProviders } from "./signature_provider.ts";
import { SignatureStore, type StoredSignature } from "./signature_store.ts";

const NOT_ARCHIVED = Conflict.of("The signed document is not there yet: poll signedDownloadUrl");
const NOT_CERTIFIED = Conflict.of("The certificate is not there yet: poll certificateUrl");

/** Hands out the documents of completed requests. */
export const archivedDocuments = Effect.gen(function* () {
  const store = yield* SignatureStore;
  const openFile = yield* verifiedFiles;
  const providers = yield* SignatureProviders;
  const { certify } = yield* archiving;

  const opened = Effect.fnUntraced(function* (
    file: StoredFile,
    filename: string,
    range: AssetRange | undefined,
  ): Effect.fn.Return<Document, NotFound | StorageUnavailable> {
    const asset = yield* Effect.fromOption(yield* openFile(file, range), () =>
      NotFound.of("document"),
    );
    return { ...asset, sha256: file.sha256, totalSize: file.byteSize, filename };
  });

  const signed = Effect.fnUntraced(function* (
    { id, signedFile }: StoredSignature,
    range?: AssetRange,
  ) {
    if (signedFile === null) return yield* NOT_ARCHIVED;
    return yield* opened(signedFile, `${id}-signed.pdf`, range);
  });

  /** The certificate that is kept, or else the one that the provider has by now. */
  const certificateFile = Effect.fnUntraced(function* (signature: StoredSignature) {
    if (signature.certificateFile !== null) return signature.certificateFile;
    const provider = providers.named(signature.provider);
    if (signature.status !== "completed") return yield* NOT_CERTIFIED;
    if (Option.isNone(provider)) return yield* UpstreamError.certificate;
    yield* certify(provider.value, signature).pipe(
      Effect.catchTags({
        not_ready_yet: () => Effect.fail(NOT_CERTIFIED),
        provider_unavailable: () => Effect.fail(UpstreamError.certificate),
      }),
    );
    const found = yield* store.find(signature.projectId, signature.id);
    if (Option.isNone(found)) return yield* NotFound.of("signature request");
    return found.value.certificateFile ?? (yield* NOT_CERTIFIED);
  });

  const certificate = Effect.fnUntraced(function* (signature: StoredSignature, range?: AssetRange) {
    const file = yield* certificateFile(signature);
    return yield* opened(file, `${signature.id}-certificate.pdf`, range);
  });

  return { signed, certificate };
});
