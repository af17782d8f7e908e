import {
  type AssetRange,
  AssetStore,
  type BucketLocation,
  inlineAs,
  type PublicAsset,
  StorageUnavailable,
} from "@paraph/core/renders";
import { Cache, Duration, Effect, Exit, Layer, Option, Stream } from "effect";
import type { Digest } from "effect/crypto";
import type { HttpClient } from "effect/http";

import { s3Bucket, type S3Credentials, type S3Timing } from "./s3_bucket.ts";
import type { S3Error } from "./s3_error.ts";

/** The bucket of documents, an optional bucket of public copies, and the credentials. */
export interface AssetStoreS3Options extends BucketLocation {
  readonly credentials: S3Credentials;
  readonly timing?: Partial<S3Timing>;
}

/** The object of health checks. */
const PROBE = ".paraph-probe";
const PROBE_BYTES = new TextEncoder().encode(
  "Paraph uses this object to check write and read permissions.\n",
);

/** How long results of health checks are cached. */
const SUCCESS_TTL = Duration.seconds(30);
const FAILURE_TTL = Duration.seconds(2);

const PDF = "application/pdf";

/**
 * Documents as objects in a bucket, written atomically. Public copies are in another bucket with
 * its own URLs.
 */
export function assetStoreS3({
  publicCopies,
  ...documents
}: AssetStoreS3Options): Layer.Layer<AssetStore, never, HttpClient.HttpClient | Digest.Digest> {
  return Layer.effect(
    AssetStore,
    Effect.gen(function* () {
      const bucket = yield* s3Bucket(documents);
      const copies =
        publicCopies === undefined
          ? undefined
          : yield* s3Bucket({ ...documents, bucket: publicCopies.bucket, prefix: "" });

      const probe = Effect.gen(function* () {
        yield* bucket.putOnce(PROBE, PROBE_BYTES);
        if (copies !== undefined) yield* copies.putOnce(PROBE, PROBE_BYTES);
        yield* Stream.runDrain(bucket.read(PROBE, PROBE_BYTES.length));
      });
      const checks = yield* Cache.makeWith(() => Effect.catchTag(probe, "s3_error", unavailable), {
        capacity: 1,
        timeToLive: (exit) => (Exit.isSuccess(exit) ? SUCCESS_TTL : FAILURE_TTL),
      });
      const check = Cache.get(checks, PROBE);

      /** Any failure invalidates the cached check. */
      const reportFailure = (error: S3Error) =>
        Effect.andThen(Cache.invalidateAll(checks), unavailable(error));
      const toUnavailable = <A, R>(effect: Effect.Effect<A, S3Error, R>) =>
        Effect.catchTag(effect, "s3_error", reportFailure);

      const put = Effect.fn("AssetStore.put")(function* (name: string, bytes: Uint8Array) {
        yield* toUnavailable(bucket.put(name, bytes, { "content-type": contentTypeOf(name) }));
      });

      const open = Effect.fn("AssetStore.open")(function* (name: string, range?: AssetRange) {
        return Option.map(yield* toUnavailable(bucket.stat(name)), ({ size, etag }) => {
          const byteSize = range?.length ?? size;
          const bytes = bucket
            .read(name, byteSize, range)
            .pipe(Stream.catch((error) => Stream.fromEffect(reportFailure(error))));
          return { byteSize, revision: etag, bytes };
        });
      });

      const remove = Effect.fn("AssetStore.remove")(function* (name: string) {
        yield* toUnavailable(bucket.remove(name));
      });

      const publish = Effect.fn("AssetStore.publish")(function* (document: PublicAsset) {
        if (copies === undefined || publicCopies === undefined) return Option.none();
        const { token, bytes, filename } = document;
        yield* toUnavailable(
          copies.put(copyName(token), bytes, {
            "content-type": PDF,
            "content-disposition": inlineAs(filename),
            "cache-control": "public, max-age=31536000, immutable",
          }),
        );
        return Option.some(`${publicCopies.url}/${copyName(token)}`);
      });

      const unpublish = Effect.fn("AssetStore.unpublish")(function* (token: string) {
        if (copies !== undefined) yield* toUnavailable(copies.remove(copyName(token)));
      });

      return AssetStore.of({ put, open, remove, publish, unpublish, check });
    }),
  );
}

/** Documents are PDFs. Only Paraph reads the other files. */
function contentTypeOf(name: string): string {
  return name.endsWith(".pdf") ? PDF : "application/octet-stream";
}

function copyName(token: string): string {
  return `${token}.pdf`;
}

/** Details go to the log. Callers get `storage_unavailable`. */
function unavailable({ message }: S3Error) {
  return Effect.andThen(
    Effect.logError(`The bucket of documents cannot be used: ${message}`),
    Effect.fail(StorageUnavailable.of()),
  );
}
