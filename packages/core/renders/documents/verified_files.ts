import { Cache, Duration, Effect, Exit, Option, Schema, Semaphore, Stream } from "effect";
import { Digest } from "effect/crypto";

import { METRICS, record } from "../../telemetry/mod.ts";
import type { StorageUnavailable } from "../errors.ts";
import { type Asset, type AssetRange, AssetStore } from "./asset_store.ts";

/** The expected properties of a stored file. */
export interface StoredFile {
  readonly name: string;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly byteSize: number;
}

/** A stored file does not match its checksum. A retry does not help: restore it from a backup. */
export class CorruptFile extends Schema.TaggedError<CorruptFile>()("corrupt_file", {
  message: Schema.String,
}) {}

/** Files up to this size are verified on every opening, and sent from memory. */
const SMALL_BYTES = 1024 * 1024;

/** The maximum number of bytes of large files in memory during verification. */
const VERIFYING_BYTES = 64 * 1024 * 1024;

/** Caches which large files are verified, so that several range requests verify them once. */
const VERIFICATION_CACHE = { capacity: 4096, timeToLive: Duration.minutes(10) };

/**
 * Opens stored files that match their checksum. The whole file is verified before the first byte is sent,
 * for a range too. A mismatch is counted, logged and dies as {@linkcode CorruptFile}; clients get
 * `internal_error`.
 */
export const verifiedFiles = Effect.gen(function* () {
  const assets = yield* AssetStore;
  const digest = yield* Digest.Digest;
  const memory = yield* Semaphore.make(VERIFYING_BYTES);

  const isIntact = ({ sha256, byteSize }: StoredFile, bytes: Uint8Array) =>
    Effect.map(
      digest.digestHex(Digest.sha256, bytes),
      (actual) => bytes.length === byteSize && actual === sha256,
    );

  const reportCorruptFile = Effect.fnUntraced(function* ({ name }: StoredFile) {
    const message = `The stored file ${name} does not match its checksum`;
    yield* record(METRICS.corruptFiles, 1);
    yield* Effect.logError(`${message}: restore it from a backup`);
    return yield* Effect.die(new CorruptFile({ message }));
  });

  /** Reads a whole file, and fails unless it matches. */
  const readVerified = Effect.fnUntraced(function* (file: StoredFile, asset: Asset) {
    // A file of another size is corrupt without reading it.
    if (asset.byteSize !== file.byteSize) return yield* reportCorruptFile(file);
    const bytes = join(yield* Stream.runCollect(asset.bytes), file.byteSize);
    return (yield* isIntact(file, bytes)) ? bytes : yield* reportCorruptFile(file);
  });

  const verifications = yield* Cache.makeWith(
    Effect.fnUntraced(function* ({ file }: Revision) {
      const asset = yield* assets.open(file.name);
      const permits = Math.min(file.byteSize, VERIFYING_BYTES);
      if (Option.isSome(asset)) yield* memory.withPermits(permits)(readVerified(file, asset.value));
    }),
    {
      capacity: VERIFICATION_CACHE.capacity,
      timeToLive: (exit) => (Exit.isSuccess(exit) ? VERIFICATION_CACHE.timeToLive : Duration.zero),
    },
  );

  /** Opens a file or a range of it; none if it is missing. */
  return Effect.fn("VerifiedFiles.open")(function* (
    file: StoredFile,
    range?: AssetRange,
  ): Effect.fn.Return<Option.Option<Asset>, StorageUnavailable> {
    const asset = yield* assets.open(file.name, file.byteSize > SMALL_BYTES ? range : undefined);
    if (Option.isNone(asset)) return asset;
    if (file.byteSize > SMALL_BYTES) {
      yield* Cache.get(verifications, { file, revision: asset.value.revision });
      return asset;
    }
    const bytes = yield* readVerified(file, asset.value);
    const { offset, length } = range ?? { offset: 0, length: bytes.length };
    const part = bytes.subarray(offset, offset + length);
    return Option.some({ ...asset.value, byteSize: part.length, bytes: Stream.succeed(part) });
  });
});

/** A revision of a file. Other revisions are verified again. */
interface Revision {
  readonly file: StoredFile;
  readonly revision: string;
}

function join(chunks: ReadonlyArray<Uint8Array>, length: number): Uint8Array {
  const [first] = chunks;
  if (chunks.length === 1 && first !== undefined) return first;
  const whole = new Uint8Array(length);
  let position = 0;
  for (const chunk of chunks) {
    whole.set(chunk, position);
    position += chunk.length;
  }
  return whole;
}
