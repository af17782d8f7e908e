import type { BucketLocation } from "@paraph/core/renders";
import { Effect, Option, Result, Stream } from "effect";
import { SecureRandom } from "effect/crypto";
import { HttpClient } from "effect/http";

import type { AssetStoreS3Options } from "./asset_store.ts";
import { type S3Bucket, s3Bucket } from "./s3_bucket.ts";
import type { S3Error } from "./s3_error.ts";

const BYTES = new TextEncoder().encode("Paraph checks the permissions of this bucket.\n");
const HEADERS = { "content-type": "text/plain" };

/**
 * Runs every operation that documents need once, with a temporary object in each bucket. Returns a
 * message for each operation that failed.
 */
export const probeBucket = Effect.fnUntraced(function* ({
  publicCopies,
  ...documents
}: AssetStoreS3Options) {
  const name = `.paraph-doctor-${yield* (yield* SecureRandom.SecureRandom).uuidV4()}`;
  const failures = yield* probeDocuments(yield* s3Bucket(documents), name);
  if (publicCopies === undefined) return failures;
  const copies = yield* s3Bucket({ ...documents, bucket: publicCopies.bucket, prefix: "" });
  return [...failures, ...(yield* probeCopies(copies, publicCopies, name))];
});

const probeDocuments = Effect.fnUntraced(function* (bucket: S3Bucket, name: string) {
  const writeFailures = yield* failureOf(bucket.put(name, BYTES, HEADERS));
  if (writeFailures.length > 0) return writeFailures;
  const absent = Effect.mapError(bucket.stat(`${name}-not`), (error) =>
    error.status === 403
      ? { message: `${error.message}, or lacks s3:ListBucket, which distinguishes missing objects` }
      : error,
  );
  const range = { offset: 7, length: 5 };
  return [
    ...(yield* failureOf(isSame(bucket.read(name, BYTES.length), BYTES))),
    ...(yield* failureOf(isSame(bucket.read(name, 5, range), BYTES.subarray(7, 12)))),
    ...(yield* failureOf(absent)),
    ...(yield* failureOf(bucket.remove(name))),
  ];
});

const probeCopies = Effect.fnUntraced(function* (
  bucket: S3Bucket,
  { url }: NonNullable<BucketLocation["publicCopies"]>,
  name: string,
) {
  const writeFailures = yield* failureOf(bucket.put(name, BYTES, HEADERS));
  if (writeFailures.length > 0) return writeFailures;
  const http = yield* HttpClient.HttpClient;
  const download = http.get(`${url}/${name}`).pipe(
    Effect.flatMap((response) => response.text),
    Effect.option,
  );
  const isPublic = Option.contains(yield* download, new TextDecoder().decode(BYTES));
  return [
    ...(isPublic ? [] : [`${url} does not serve the public bucket to everyone`]),
    ...(yield* failureOf(bucket.remove(name))),
  ];
});

/** The message of a failure; empty after a success. */
function failureOf<E extends { readonly message: string }, R>(
  effect: Effect.Effect<unknown, E, R>,
) {
  return Effect.map(Effect.result(effect), (result) =>
    Result.isFailure(result) ? [result.failure.message] : [],
  );
}

function isSame(bytes: Stream.Stream<Uint8Array, S3Error>, expected: Uint8Array) {
  return Effect.flatMap(Stream.mkUint8Array(bytes), (actual) =>
    actual.length === expected.length && actual.every((byte, index) => byte === expected[index])
      ? Effect.void
      : Effect.fail({ message: "the bucket returned other bytes than were stored" }),
  );
}
