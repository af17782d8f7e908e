import { Result } from "effect";

export interface BucketLocation {
  readonly bucket: string;
  /** The prefix of object names: empty, or ends with a slash. */
  readonly prefix: string;
  readonly region: string;
  /** The URL of the service without a trailing slash; absent for AWS. */
  readonly endpoint: string | undefined;
  /** The bucket of public copies and its base URL; absent without public copies. */
  readonly publicCopies: { readonly bucket: string; readonly url: string } | undefined;
}

/** The storage of documents: a folder, or an S3-compatible bucket. */
export type StorageLocation =
  | { readonly kind: "folder"; readonly folder: string }
  | ({ readonly kind: "bucket" } & BucketLocation);

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}\/){0,8}$/;
const REGION = /^[a-z0-9-]{1,40}$/;
const PARAMETERS: ReadonlySet<string> = new Set([
  "region",
  "endpoint",
  "publicBucket",
  "publicUrl",
]);

/**
 * Parses a `STORAGE_URL`; fails with one line that states what is allowed.
 *
 * @example A bucket of MinIO
 * ```ts
 * import { parseStorageUrl } from "@paraph/core/renders";
 * import { Result } from "effect";
 * import assert from "node:assert/strict";
 *
 * const url = "s3://documents/paraph?region=us-east-1&endpoint=http://minio:9000";
 * assert.deepEqual(Result.getOrThrow(parseStorageUrl(url)), {
 *   kind: "bucket",
 *   bucket: "documents",
 *   prefix: "paraph/",
 *   region: "us-east-1",
 *   endpoint: "http://minio:9000",
 *   publicCopies: undefined,
 * });
 * ```
 */
export function parseStorageUrl(text: string): Result.Result<StorageLocation, string> {
  if (/^file:./.test(text)) {
    return Result.succeed({ kind: "folder", folder: text.replace(/^file:(\/\/)?/, "") });
  }
  return text.startsWith("s3:")
    ? parseBucketUrl(text)
    : invalid("file: and the path of a folder, or s3://bucket?region=…");
}

function parseBucketUrl(text: string): Result.Result<StorageLocation, string> {
  const url = URL.parse(text);
  if (url === null || !BUCKET.test(url.hostname) || url.username !== "" || url.hash !== "") {
    return invalid(
      "s3://bucket?region=…; keys go into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY",
    );
  }
  const params = url.searchParams;
  if ([...params.keys()].some((key) => !PARAMETERS.has(key) || params.getAll(key).length > 1)) {
    return invalid(`s3://bucket? with each of ${[...PARAMETERS].join(", ")} once at most`);
  }
  const path = url.pathname.replace(/^\/+|\/+$/g, "");
  const prefix = path === "" ? "" : `${path}/`;
  if (!PREFIX.test(prefix)) return invalid("a prefix of letters, digits, dots, - and _ in s3://");
  const region = params.get("region") ?? "";
  if (!REGION.test(region)) return invalid("s3:// with a region, such as region=eu-central-1");
  const endpoint = params.get("endpoint")?.replace(/\/+$/, "");
  if (endpoint !== undefined && !isOrigin(endpoint)) {
    return invalid("s3:// whose endpoint is http:// or https://, a host and a port alone");
  }
  const publicBucket = params.get("publicBucket") ?? undefined;
  const publicUrl = params.get("publicUrl")?.replace(/\/+$/, "");
  if ((publicBucket === undefined) !== (publicUrl === undefined)) {
    return invalid("s3:// with both publicBucket and publicUrl, or neither");
  }
  if (publicBucket === url.hostname) return invalid("s3:// whose publicBucket is another bucket");
  if (publicBucket !== undefined && !BUCKET.test(publicBucket)) {
    return invalid("s3:// whose publicBucket is the name of a bucket");
  }
  if (publicUrl !== undefined && !isWeb(publicUrl)) {
    return invalid("s3:// whose publicUrl starts with http:// or https://");
  }
  const publicCopies =
    publicBucket === undefined || publicUrl === undefined
      ? undefined
      : { bucket: publicBucket, url: publicUrl };
  return Result.succeed({
    kind: "bucket",
    bucket: url.hostname,
    prefix,
    region,
    endpoint,
    publicCopies,
  });
}

/** Whether a text is a URL to which a path can be appended. */
function isWeb(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !["http:", "https:"].includes(url.protocol)) return false;
  return url.username === "" && url.search === "" && url.hash === "";
}

function isOrigin(text: string): boolean {
  return isWeb(text) && URL.parse(text)?.pathname === "/";
}

function invalid(allowedValues: string): Result.Result<never, string> {
  return Result.fail(`allowed: ${allowedValues}`);
}
