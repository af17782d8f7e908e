import type { AssetRange } from "@paraph/core/renders";
import { AwsV4Signer } from "aws4fetch";
import { DateTime, Duration, Effect, Option, Redacted, Schedule, Stream } from "effect";
import { Digest } from "effect/crypto";
import {
  FetchHttpClient,
  HttpBody,
  HttpClient,
  HttpClientRequest,
  type HttpClientResponse,
} from "effect/http";

import { type RequestContext, responseError, S3Error } from "./s3_error.ts";

/** What requests are signed with. */
export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: Redacted.Redacted;
  /** That of temporary credentials. */
  readonly sessionToken: Redacted.Redacted | undefined;
}

/** Where a bucket is, and who asks. */
export interface S3BucketOptions {
  readonly bucket: string;
  /** What names in it begin with. */
  readonly prefix: string;
  readonly region: string;
  /** Absent: AWS, where each bucket has a host of its own. */
  readonly endpoint: string | undefined;
  readonly credentials: S3Credentials;
  readonly timing?: Partial<S3Timing>;
}

/** Time limits for a bucket. */
export interface S3Timing {
  /** For the head of a response; an upload has a second more for each 256 KiB. */
  readonly responseTimeout: Duration.Input;
  /** For the next bytes of a body. */
  readonly stallTimeout: Duration.Input;
}

const DEFAULT_TIMING: S3Timing = { responseTimeout: "5 seconds", stallTimeout: "20 seconds" };

const UPLOAD_BYTES_PER_SECOND = 256 * 1024;

/** Transient failures are retried four times within ten seconds. */
const RETRIES = Schedule.exponential("100 millis").pipe(
  Schedule.jittered,
  Schedule.upTo({ times: 4, duration: "10 seconds" }),
);

const EMPTY = new Uint8Array();

/** One signed request. */
interface Request {
  readonly method: "GET" | "PUT" | "DELETE";
  readonly name: string;
  readonly permission: string;
  /** Headers to sign in addition to those that are always signed. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly range?: AssetRange;
}

/** The operations on the objects of a bucket. */
export type S3Bucket = Effect.Success<ReturnType<typeof s3Bucket>>;

/**
 * A bucket of S3 or of an S3-compatible service. Every request is signed with the hash of its body.
 * All requests are idempotent, so transient failures are retried.
 */
export const s3Bucket = Effect.fnUntraced(function* (options: S3BucketOptions) {
  const { bucket, prefix, region, credentials } = options;
  const { responseTimeout, stallTimeout } = { ...DEFAULT_TIMING, ...options.timing };
  const base = baseUrlOf(options);
  const digest = yield* Digest.Digest;
  // Without fetch's redirects, whose targets need other signatures, and without its decompression,
  // which changes lengths.
  const http = HttpClient.withScope(yield* HttpClient.HttpClient);

  const signRequest = Effect.fnUntraced(function* ({
    method,
    name,
    body,
    headers,
    range,
  }: Request) {
    const now = DateTime.formatIso(yield* DateTime.now).replaceAll(/[:-]|\.\d{3}/g, "");
    const sha256 = yield* digest.digestHex(Digest.sha256, body ?? EMPTY);
    const signer = new AwsV4Signer({
      method,
      url: `${base}/${prefix}${name}`,
      service: "s3",
      region,
      datetime: now,
      headers: { ...headers, "x-amz-content-sha256": sha256 },
      accessKeyId: credentials.accessKeyId,
      allHeaders: true,
      secretAccessKey: Redacted.value(credentials.secretAccessKey),
      ...(credentials.sessionToken === undefined
        ? {}
        : { sessionToken: Redacted.value(credentials.sessionToken) }),
    });
    const { url, headers: all } = yield* Effect.promise(() => signer.sign());
    const { offset = 0, length = 0 } = range ?? {};
    return HttpClientRequest.make(method)(url, {
      headers: {
        ...Object.fromEntries(all),
        // Proxies may change these two headers, so they are not signed.
        "accept-encoding": "identity",
        ...(range === undefined ? {} : { range: `bytes=${offset}-${offset + length - 1}` }),
      },
      ...(body === undefined
        ? {}
        : { body: HttpBody.uint8Array(body, all.get("content-type") ?? "") }),
    });
  });

  const noResponse = (why: string) =>
    new S3Error({ message: `${bucket} does not respond: ${why}`, isTransient: true });

  /** Sends one request. Fails unless the response has one of these statuses. */
  const attempt = Effect.fnUntraced(function* (request: Request, expected: ReadonlySet<number>) {
    const timeout = Duration.sum(
      Duration.fromInputUnsafe(responseTimeout),
      Duration.seconds((request.body?.length ?? 0) / UPLOAD_BYTES_PER_SECOND),
    );
    const response = yield* http.execute(yield* signRequest(request)).pipe(
      Effect.mapError((error) => noResponse(reasonOf(error))),
      Effect.timeoutOrElse({
        duration: timeout,
        orElse: () => Effect.fail(noResponse(`no response in ${Duration.format(timeout)}`)),
      }),
    );
    if (expected.has(response.status)) return response;
    const context: RequestContext = { bucket, region, permission: request.permission };
    return yield* Effect.flatMap(responseError(context, response), Effect.fail);
  });

  const send = (request: Request, ...expected: ReadonlyArray<number>) =>
    attempt(request, new Set(expected)).pipe(
      Effect.retry({ schedule: RETRIES, while: ({ isTransient }) => isTransient }),
      Effect.provideService(HttpClient.TracerDisabledWhen, () => true),
      Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual" }),
    );

  /** Writes an object atomically, replacing an existing one. */
  const put = Effect.fnUntraced(function* (
    name: string,
    body: Uint8Array,
    headers: Readonly<Record<string, string>>,
  ) {
    yield* send({ method: "PUT", name, body, headers, permission: "s3:PutObject" }, 200);
  }, Effect.scoped);

  /**
   * Writes an object unless it exists. This checks the permission to write without storing new
   * objects.
   */
  const putOnce = Effect.fnUntraced(function* (name: string, body: Uint8Array) {
    const headers = { "content-type": "text/plain", "if-none-match": "*" };
    const request = { method: "PUT", name, body, headers, permission: "s3:PutObject" } as const;
    yield* send(request, 200, 412).pipe(
      // Some services do not support conditional requests.
      Effect.catchIf(
        ({ status }) => status === 501,
        () => put(name, body, { "content-type": "text/plain" }),
      ),
    );
  }, Effect.scoped);

  /**
   * The size of an object and its entity tag. It requests the first byte rather than only the head,
   * because error responses then have a body, which distinguishes a missing bucket from a missing
   * object.
   */
  const stat = Effect.fnUntraced(function* (name: string) {
    const range = { offset: 0, length: 1 };
    const request = { method: "GET", name, range, permission: "s3:GetObject" } as const;
    return yield* send(request, 200, 206, 416).pipe(
      // A connection can be reused once its response was read to the end.
      Effect.tap(({ status, arrayBuffer }) =>
        status === 200 ? Effect.void : Effect.ignore(Effect.timeout(arrayBuffer, responseTimeout)),
      ),
      Effect.map((response) =>
        Option.some({ size: sizeOf(response), etag: response.headers["etag"] ?? "" }),
      ),
      Effect.catchIf(
        ({ code }) => code === "NoSuchKey",
        () => Effect.succeedNone,
      ),
    );
  }, Effect.scoped);

  /** The bytes of an object or of a range. Fails if there are fewer. */
  const read = (name: string, length: number, range?: AssetRange) => {
    if (length === 0) return Stream.empty;
    const part = range === undefined ? {} : { range };
    const request = { method: "GET", name, permission: "s3:GetObject", ...part } as const;
    return Stream.unwrap(
      Effect.map(send(request, range === undefined ? 200 : 206), (response) =>
        response.stream.pipe(
          Stream.mapError((error) => noResponse(`${reasonOf(error)} during a download`)),
          Stream.timeoutOrElse({
            duration: stallTimeout,
            orElse: () => Stream.fail(noResponse("a download stalled")),
          }),
          requireLength(length, noResponse("a download was cut off")),
        ),
      ),
    );
  };

  /** Removes an object. A missing object is not an error. */
  const remove = Effect.fnUntraced(function* (name: string) {
    const request = { method: "DELETE", name, permission: "s3:DeleteObject" } as const;
    yield* Effect.catchIf(
      send(request, 200, 204),
      ({ code }) => code === "NoSuchKey",
      () => Effect.void,
    );
  }, Effect.scoped);

  return { put, putOnce, stat, read, remove };
});

/**
 * The base URL of a bucket. Custom endpoints have buckets in the path. AWS has them in the host,
 * unless a dot in the name conflicts with TLS certificates.
 */
function baseUrlOf({ bucket, region, endpoint }: S3BucketOptions): string {
  if (endpoint !== undefined) return `${endpoint}/${bucket}`;
  const domain = region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
  return bucket.includes(".")
    ? `https://s3.${region}.${domain}/${bucket}`
    : `https://${bucket}.s3.${region}.${domain}`;
}

/**
 * The size of the object, from the response to a request for its first byte. Empty objects respond
 * with 416.
 */
function sizeOf({ status, headers }: HttpClientResponse.HttpClientResponse): number {
  if (status === 416) return 0;
  if (status === 200) return Number(headers["content-length"]);
  return Number(/\/(\d+)$/.exec(headers["content-range"] ?? "")?.[1]);
}

/** Fails a stream that ends before this many bytes. */
function requireLength<E2>(length: number, error: E2) {
  return <E>(bytes: Stream.Stream<Uint8Array, E>): Stream.Stream<Uint8Array, E | E2> =>
    Stream.suspend(() => {
      let byteCount = 0;
      const countingStream = Stream.map(bytes, (chunk) => {
        byteCount += chunk.length;
        return chunk;
      });
      const end = Stream.suspend(() => (byteCount === length ? Stream.empty : Stream.fail(error)));
      return Stream.concat(countingStream, end);
    });
}

/** The reason of a missing response: the code of the network error, if there is one. */
function reasonOf(error: { readonly cause?: unknown }): string {
  for (let cause: unknown = error.cause; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string") return cause.code;
    if (cause.cause === undefined) return cause.message;
  }
  return "the connection failed";
}
