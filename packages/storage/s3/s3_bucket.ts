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

import { type Asked, refusalOf, S3Error } from "./s3_error.ts";

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

/** How long a bucket is waited for. */
export interface S3Timing {
  /** Time limit for the head of a response; an upload has a second more for each 256 KiB. */
  readonly answerWithin: Duration.Input;
  /** For the next bytes of a body. */
  readonly pauseWithin: Duration.Input;
}

/** What buckets are given unless told otherwise. */
const S3_TIMING: S3Timing = { answerWithin: "5 seconds", pauseWithin: "20 seconds" };

const BYTES_A_SECOND = 256 * 1024;

/** What may work in a moment is tried five times, and not begun again after ten seconds. */
const RETRYING = Schedule.exponential("100 millis").pipe(
  Schedule.jittered,
  Schedule.upTo({ times: 4, duration: "10 seconds" }),
);

const NOTHING = new Uint8Array();

/** One signed request. */
interface Request {
  readonly method: "GET" | "PUT" | "DELETE";
  readonly name: string;
  readonly right: string;
  /** Headers to sign in addition to those that are always signed. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly range?: AssetRange;
}

/** What can be done with the objects of a bucket. */
export type S3Bucket = Effect.Success<ReturnType<typeof s3Bucket>>;

/**
 * A bucket of S3, or of what speaks like it. Every request is signed over its body, and tried again when
 * that may help: each of them may be repeated.
 */
export const s3Bucket = Effect.fnUntraced(function* (options: S3BucketOptions) {
  const { bucket, prefix, region, credentials } = options;
  const { answerWithin, pauseWithin } = { ...S3_TIMING, ...options.timing };
  const base = addressOf(options);
  const digest = yield* Digest.Digest;
  // What fetch would follow is signed for another place; what it would unpack is not of our length.
  const http = HttpClient.withScope(yield* HttpClient.HttpClient);

  const signed = Effect.fnUntraced(function* ({ method, name, body, headers, range }: Request) {
    const now = DateTime.formatIso(yield* DateTime.now).replaceAll(/[:-]|\.\d{3}/g, "");
    const sha256 = yield* digest.digestHex(Digest.sha256, body ?? NOTHING);
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
        // Proxies may change these two on the way.
        "accept-encoding": "identity",
        ...(range === undefined ? {} : { range: `bytes=${offset}-${offset + length - 1}` }),
      },
      ...(body === undefined
        ? {}
        : { body: HttpBody.uint8Array(body, all.get("content-type") ?? "") }),
    });
  });

  const noAnswer = (why: string) =>
    new S3Error({ message: `${bucket} does not answer: ${why}`, isTransient: true });

  /** Sends one request, and fails unless the response has one of these statuses. */
  const attempt = Effect.fnUntraced(function* (request: Request, wanted: ReadonlySet<number>) {
    const patience = Duration.sum(
      Duration.fromInputUnsafe(answerWithin),
      Duration.seconds((request.body?.length ?? 0) / BYTES_A_SECOND),
    );
    const response = yield* http.execute(yield* signed(request)).pipe(
      Effect.mapError((error) => noAnswer(reasonOf(error))),
      Effect.timeoutOrElse({
        duration: patience,
        orElse: () => Effect.fail(noAnswer(`nothing in ${Duration.format(patience)}`)),
      }),
    );
    if (wanted.has(response.status)) return response;
    const asked: Asked = { bucket, region, right: request.right };
    return yield* Effect.flatMap(refusalOf(asked, response), Effect.fail);
  });

  const ask = (request: Request, ...wanted: ReadonlyArray<number>) =>
    attempt(request, new Set(wanted)).pipe(
      Effect.retry({ schedule: RETRYING, while: ({ isTransient }) => isTransient }),
      Effect.provideService(HttpClient.TracerDisabledWhen, () => true),
      Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual" }),
    );

  /** Writes an object, whole or not at all; the same name again replaces. */
  const put = Effect.fnUntraced(function* (
    name: string,
    body: Uint8Array,
    headers: Readonly<Record<string, string>>,
  ) {
    yield* ask({ method: "PUT", name, body, headers, right: "s3:PutObject" }, 200);
  }, Effect.scoped);

  /** Writes an object unless there is one: the right to write is asked for, and nothing grows. */
  const putOnce = Effect.fnUntraced(function* (name: string, body: Uint8Array) {
    const headers = { "content-type": "text/plain", "if-none-match": "*" };
    const request = { method: "PUT", name, body, headers, right: "s3:PutObject" } as const;
    yield* ask(request, 200, 412).pipe(
      // Not every service knows of conditions.
      Effect.catchIf(
        ({ status }) => status === 501,
        () => put(name, body, { "content-type": "text/plain" }),
      ),
    );
  }, Effect.scoped);

  /**
   * How large an object is, and its entity tag. Its first byte is asked for instead of its head alone, for then a refusal says
   * why, and a bucket that is gone does not look like an object that never was.
   */
  const stat = Effect.fnUntraced(function* (name: string) {
    const range = { offset: 0, length: 1 };
    const request = { method: "GET", name, range, right: "s3:GetObject" } as const;
    return yield* ask(request, 200, 206, 416).pipe(
      // A connection can be reused once its response was read to the end.
      Effect.tap(({ status, arrayBuffer }) =>
        status === 200 ? Effect.void : Effect.ignore(Effect.timeout(arrayBuffer, answerWithin)),
      ),
      Effect.map((response) =>
        Option.some({ size: sizeIn(response), etag: response.headers["etag"] ?? "" }),
      ),
      Effect.catchIf(
        ({ code }) => code === "NoSuchKey",
        () => Effect.succeedNone,
      ),
    );
  }, Effect.scoped);

  /** The bytes of an object or of a part of it; so many or a failure. */
  const read = (name: string, length: number, range?: AssetRange) => {
    if (length === 0) return Stream.empty;
    const part = range === undefined ? {} : { range };
    const request = { method: "GET", name, right: "s3:GetObject", ...part } as const;
    return Stream.unwrap(
      Effect.map(ask(request, range === undefined ? 200 : 206), (response) =>
        response.stream.pipe(
          Stream.mapError((error) => noAnswer(`${reasonOf(error)} in the middle of an object`)),
          Stream.timeoutOrElse({
            duration: pauseWithin,
            orElse: () => Stream.fail(noAnswer("it stopped in the middle of an object")),
          }),
          whole(length, noAnswer("an object broke off")),
        ),
      ),
    );
  };

  /** Removes an object; one that is not there is no mistake. */
  const remove = Effect.fnUntraced(function* (name: string) {
    const request = { method: "DELETE", name, right: "s3:DeleteObject" } as const;
    yield* Effect.catchIf(
      ask(request, 200, 204),
      ({ code }) => code === "NoSuchKey",
      () => Effect.void,
    );
  }, Effect.scoped);

  return { put, putOnce, stat, read, remove };
});

/** Below an address of one's own buckets are folders; at AWS they are hosts, unless certificates forbid it. */
function addressOf({ bucket, region, endpoint }: S3BucketOptions): string {
  if (endpoint !== undefined) return `${endpoint}/${bucket}`;
  const domain = region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
  return bucket.includes(".")
    ? `https://s3.${region}.${domain}/${bucket}`
    : `https://${bucket}.s3.${region}.${domain}`;
}

/** The size of the object, from the response to a request for its first byte; an empty object has none. */
function sizeIn({ status, headers }: HttpClientResponse.HttpClientResponse): number {
  if (status === 416) return 0;
  if (status === 200) return Number(headers["content-length"]);
  return Number(/\/(\d+)$/.exec(headers["content-range"] ?? "")?.[1]);
}

/** Fails a stream that ends before it has given so many bytes. */
function whole<E2>(length: number, broken: E2) {
  return <E>(bytes: Stream.Stream<Uint8Array, E>): Stream.Stream<Uint8Array, E | E2> =>
    Stream.suspend(() => {
      let given = 0;
      const counted = Stream.map(bytes, (chunk) => {
        given += chunk.length;
        return chunk;
      });
      const end = Stream.suspend(() => (given === length ? Stream.empty : Stream.fail(broken)));
      return Stream.concat(counted, end);
    });
}

/** Why there was no response: the code of the network error, if it has one. */
function reasonOf(error: { readonly cause?: unknown }): string {
  for (let cause: unknown = error.cause; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string") return cause.code;
    if (cause.cause === undefined) return cause.message;
  }
  return "the connection failed";
}
