import type { BucketLocation } from "@paraph/core/renders";
import { Effect, Option, Result, Stream } from "effect";
import { SecureRandom } from "effect/crypto";
import { HttpClient } from "effect/http";

import type { AssetStoreS3Options } from "./asset_store.ts";
import { type S3Bucket, s3Bucket } from "./s3_bucket.ts";
import type { S3Error } from "./s3_error.ts";

const BYTES = new TextEncoder().encode("Paraph tries whether documents can be kept here.\n");
const HEADERS = { "content-type": "text/plain" };

/**
 * Does everything once that documents need, with an object of its own in each bucket that is deleted again:
 * what did not work, a line for each right that is missing.
 */
export const probeBucket = Effect.fnUntraced(function* ({
  publicCopies,
  ...documents
}: AssetStoreS3Options) {
  const name = `.paraph-doctor-${yield* (yield* SecureRandom.SecureRandom).uuidV4()}`;
  const troubles = yield* documentsTroubles(yield* s3Bucket(documents), name);
  if (publicCopies === undefined) return troubles;
  const copies = yield* s3Bucket({ ...documents, bucket: publicCopies.bucket, prefix: "" });
  return [...troubles, ...(yield* copiesTroubles(copies, publicCopies, name))];
});

const documentsTroubles = Effect.fnUntraced(function* (bucket: S3Bucket, name: string) {
  const isKept = yield* troubleOf(bucket.put(name, BYTES, HEADERS));
  if (isKept.length > 0) return isKept;
  const absent = Effect.mapError(bucket.stat(`${name}-not`), (error) =>
    error.status === 403
      ? { message: `${error.message}, nor to see what is not there (s3:ListBucket)` }
      : error,
  );
  const range = { offset: 7, length: 5 };
  return [
    ...(yield* troubleOf(isSame(bucket.read(name, BYTES.length), BYTES))),
    ...(yield* troubleOf(isSame(bucket.read(name, 5, range), BYTES.subarray(7, 12)))),
    ...(yield* troubleOf(absent)),
    ...(yield* troubleOf(bucket.remove(name))),
  ];
});

const copiesTroubles = Effect.fnUntraced(function* (
  bucket: S3Bucket,
  { url }: NonNullable<BucketLocation["publicCopies"]>,
  name: string,
) {
  const isKept = yield* troubleOf(bucket.put(name, BYTES, HEADERS));
  if (isKept.length > 0) return isKept;
  const http = yield* HttpClient.HttpClient;
  const fetched = http.get(`${url}/${name}`).pipe(
    Effect.flatMap((response) => response.text),
    Effect.option,
  );
  const isPublic = Option.contains(yield* fetched, new TextDecoder().decode(BYTES));
  return [
    ...(isPublic ? [] : [`${url} does not give everybody what is in the public bucket`]),
    ...(yield* troubleOf(bucket.remove(name))),
  ];
});

/** The line about what did not work; none when it did. */
function troubleOf<E extends { readonly message: string }, R>(
  effect: Effect.Effect<unknown, E, R>,
) {
  return Effect.map(Effect.result(effect), (result) =>
    Result.isFailure(result) ? [result.failure.message] : [],
  );
}

function isSame(bytes: Stream.Stream<Uint8Array, S3Error>, wanted: Uint8Array) {
  return Effect.flatMap(Stream.mkUint8Array(bytes), (given) =>
    given.length === wanted.length && given.every((byte, at) => byte === wanted[at])
      ? Effect.void
      : Effect.fail({ message: "the bucket gives back something else than was put" }),
  );
}
