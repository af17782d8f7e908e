import { DateTime, Effect, Option } from "effect";
import { Digest } from "effect/crypto";

import { AssetStore, type StoredFile } from "../renders/mod.ts";
import { PublicUrls, Transaction } from "../values/mod.ts";
import { EventPublisher } from "../webhooks/mod.ts";
import { archiveNames } from "./archive_files.ts";
import type { SignatureProvider } from "./signature_provider.ts";
import { SignatureStore, type StoredSignature } from "./signature_store.ts";
import { signatureEvent } from "./signature_view.ts";

/** Keeps the documents of requests that everybody has signed. */
export const archiving = Effect.gen(function* () {
  const store = yield* SignatureStore;
  const assets = yield* AssetStore;
  const events = yield* EventPublisher;
  const transaction = yield* Transaction;
  const digest = yield* Digest.Digest;
  const { base } = yield* PublicUrls;

  const keep = Effect.fnUntraced(function* (name: string, sha256: string, bytes: Uint8Array) {
    yield* assets.put(name, bytes);
    return { name, sha256, byteSize: bytes.length } satisfies StoredFile;
  });

  const removeAttempt = (id: StoredSignature["id"], attempt: number) =>
    Effect.forEach(Object.values(archiveNames(id, attempt)), assets.remove, { discard: true });

  const removeEarlier = (id: StoredSignature["id"], attempt: number) =>
    Effect.forEach(
      Array.from({ length: attempt - 1 }, (_, before) => before + 1),
      (before) => removeAttempt(id, before),
      { discard: true },
    );

  const complete = Effect.fnUntraced(function* (
    provider: SignatureProvider,
    { id }: StoredSignature,
    attempt: number,
    files: { readonly signedFile: StoredFile; readonly certificateFile: StoredFile | null },
  ) {
    const held = yield* store.hold(id);
    const completedAt = yield* DateTime.now;
    if (Option.isNone(held) || !(yield* store.complete(id, attempt, { completedAt, ...files })))
      return false;
    const stored = Option.getOrThrow(yield* store.find(held.value.projectId, id));
    yield* provider.archived(id);
    yield* events.publish(signatureEvent({ type: "signature.completed" }, stored, base));
    return true;
  }, transaction.run);

  /**
   * Fetches and keeps a request's documents, and completes it with them. Whoever began last wins, so
   * that of several at once, or of one that died and one that came after it, one file stays.
   */
  const archive = Effect.fnUntraced(function* (
    provider: SignatureProvider,
    signature: StoredSignature,
  ) {
    const { id, providerId } = signature;
    const begun = yield* store.beginArchiving(id);
    // It ended meanwhile: what is kept of it stays.
    if (Option.isNone(begun)) return;
    const attempt = begun.value;
    // What came before cannot complete it any more, and may have died without clearing up.
    yield* removeEarlier(id, attempt);
    const names = archiveNames(id, attempt);
    const { signed, certificate } = yield* provider.documents(providerId);
    const hash = (bytes: Uint8Array) => digest.digestHex(Digest.sha256, bytes);
    const signedFile = yield* keep(names.signed, yield* hash(signed), signed);
    const certificateFile =
      certificate === null
        ? null
        : yield* keep(names.certificate, yield* hash(certificate), certificate);
    const completed = yield* complete(provider, signature, attempt, {
      signedFile,
      certificateFile,
    });
    // One that was still at it may have kept something since.
    yield* completed ? removeEarlier(id, attempt) : removeAttempt(id, attempt);
  });

  /** Fetches and keeps the certificate of a request that was completed without one. */
  const certify = Effect.fnUntraced(function* (
    provider: SignatureProvider,
    { id, providerId }: StoredSignature,
  ) {
    const certificate = yield* provider.certificate(providerId);
    const begun = yield* store.beginCertifying(id);
    // It has one, or was erased.
    if (Option.isNone(begun)) return;
    const { certificate: name } = archiveNames(id, begun.value);
    const sha256 = yield* digest.digestHex(Digest.sha256, certificate);
    if (!(yield* store.certify(id, yield* keep(name, sha256, certificate))))
      yield* assets.remove(name);
  });

  return { archive, certify };
});
