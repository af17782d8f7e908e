import { Data, DateTime, Duration, Effect, Option, Stream } from "effect";
import type { HttpClientResponse } from "effect/http";

/** A request that a bucket rejected or did not respond to. */
export class S3Error extends Data.TaggedError("s3_error")<{
  /** For operators: what happened and what to check, without keys and names of documents. */
  readonly message: string;
  /** Absent without a response. */
  readonly status?: number;
  /** The error code of S3, if it sent one. */
  readonly code?: string;
  /** Whether a retry may succeed. */
  readonly isTransient: boolean;
}> {}

/** The request that failed. */
export interface RequestContext {
  readonly bucket: string;
  readonly region: string;
  /** The permission it needs, as in policies. */
  readonly permission: string;
}

/** Codes of transient errors with a 4xx status. */
const TRANSIENT_CODES: ReadonlySet<string> = new Set([
  "RequestTimeout",
  "OperationAborted",
  "ConditionalRequestConflict",
  "SlowDown",
]);

/** Error bodies are short, so a few chunks suffice. */
const MAX_CHUNKS = 4;
const READ_TIMEOUT = Duration.seconds(2);

/** The error of a response other than 2xx. */
export const responseError = Effect.fnUntraced(function* (
  context: RequestContext,
  response: HttpClientResponse.HttpClientResponse,
): Effect.fn.Return<S3Error> {
  const { status, headers } = response;
  const body = yield* Stream.mkUint8Array(Stream.take(response.stream, MAX_CHUNKS)).pipe(
    Effect.map((bytes) => new TextDecoder().decode(bytes)),
    Effect.timeout(READ_TIMEOUT),
    Effect.orElseSucceed(() => ""),
  );
  const code = element(body, "Code");
  const region = headers["x-amz-bucket-region"] ?? element(body, "Region");
  const skew = yield* skewOf(headers["date"]);
  const hint = hintFor(context, { status, code, region, skew });
  const isTransient =
    status === 429 ||
    (status >= 500 && status !== 501) ||
    (code !== undefined && TRANSIENT_CODES.has(code));
  return new S3Error({
    message: `${context.bucket} responded with ${[status, code].filter((part) => part !== undefined).join(" ")}${hint}`,
    status,
    isTransient,
    ...(code === undefined ? {} : { code }),
  });
});

function hintFor(
  { bucket, region, permission }: RequestContext,
  details: {
    readonly status: number;
    readonly code: string | undefined;
    readonly region: string | undefined;
    readonly skew: string | undefined;
  },
): string {
  switch (details.code) {
    case "RequestTimeTooSkewed":
      return `: the clock of this machine ${details.skew === undefined ? "differs from" : `is ${details.skew}`} that of the service; synchronise it (NTP)`;
    case "InvalidAccessKeyId":
      return ": AWS_ACCESS_KEY_ID is unknown";
    case "SignatureDoesNotMatch":
      return ": AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID";
    case "ExpiredToken":
    case "InvalidToken":
      return ": AWS_SESSION_TOKEN has expired";
    case "NoSuchBucket":
      return `: the bucket ${bucket} does not exist`;
    case "AuthorizationHeaderMalformed":
    case "PermanentRedirect":
    case "TemporaryRedirect":
      return `: region=${region} is not the region of the bucket${details.region === undefined ? "" : `; it is ${details.region}`}`;
    default:
      return details.status === 403 ? `: the key lacks the permission (${permission})` : "";
  }
}

/** The difference between the clocks in words. */
const skewOf = Effect.fnUntraced(function* (date: string | undefined) {
  const remote = Option.flatMap(Option.fromNullishOr(date), DateTime.make);
  if (Option.isNone(remote)) return undefined;
  const local = yield* DateTime.now;
  const ahead = DateTime.toEpochMillis(local) - DateTime.toEpochMillis(remote.value);
  const minutes = Math.round(Duration.toMinutes(Duration.millis(Math.abs(ahead))));
  return `${minutes} minutes ${ahead > 0 ? "ahead of" : "behind"}`;
});

/** The text of an element of S3's flat error XML. */
function element(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([A-Za-z0-9.-]{1,100})</${name}>`, "u").exec(xml)?.[1];
}
