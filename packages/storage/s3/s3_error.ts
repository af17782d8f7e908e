import { Data, DateTime, Duration, Effect, Option, Stream } from "effect";
import type { HttpClientResponse } from "effect/http";

/** What a bucket did instead of what it was asked for. */
export class S3Error extends Data.TaggedError("s3_error")<{
  /** For operators: what happened and what to look at, without a key or a name of a document. */
  readonly message: string;
  /** Absent: there was no response. */
  readonly status?: number;
  /** S3's own name of the error, when it told. */
  readonly code?: string;
  /** Whether a retry may succeed. */
  readonly isTransient: boolean;
}> {}

/** The server that responded. */
export interface Asked {
  readonly bucket: string;
  readonly region: string;
  /** The right that it needs, as policies call it. */
  readonly right: string;
}

/** Codes of transient errors with a 4xx status. */
const TRANSIENT_CODES: ReadonlySet<string> = new Set([
  "RequestTimeout",
  "OperationAborted",
  "ConditionalRequestConflict",
  "SlowDown",
]);

/** An explanation is short: a few pieces of a body are more than enough. */
const MOST_PIECES = 4;
const READ_WITHIN = Duration.seconds(2);

/** The content of a response other than 2xx. */
export const refusalOf = Effect.fnUntraced(function* (
  asked: Asked,
  response: HttpClientResponse.HttpClientResponse,
): Effect.fn.Return<S3Error> {
  const { status, headers } = response;
  const body = yield* Stream.mkUint8Array(Stream.take(response.stream, MOST_PIECES)).pipe(
    Effect.map((bytes) => new TextDecoder().decode(bytes)),
    Effect.timeout(READ_WITHIN),
    Effect.orElseSucceed(() => ""),
  );
  const code = element(body, "Code");
  const region = headers["x-amz-bucket-region"] ?? element(body, "Region");
  const skew = yield* skewOf(headers["date"]);
  const why = explanation(asked, { status, code, region, skew });
  const isTransient =
    status === 429 ||
    (status >= 500 && status !== 501) ||
    (code !== undefined && TRANSIENT_CODES.has(code));
  return new S3Error({
    message: `${asked.bucket} answers ${[status, code].filter((part) => part !== undefined).join(" ")}${why}`,
    status,
    isTransient,
    ...(code === undefined ? {} : { code }),
  });
});

function explanation(
  { bucket, region, right }: Asked,
  told: {
    readonly status: number;
    readonly code: string | undefined;
    readonly region: string | undefined;
    readonly skew: string | undefined;
  },
): string {
  switch (told.code) {
    case "RequestTimeTooSkewed":
      return `: the clock of this machine is ${told.skew ?? "not"} that of the service; set it right (NTP)`;
    case "InvalidAccessKeyId":
      return ": AWS_ACCESS_KEY_ID is not known there";
    case "SignatureDoesNotMatch":
      return ": AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID";
    case "ExpiredToken":
    case "InvalidToken":
      return ": AWS_SESSION_TOKEN is not valid any more";
    case "NoSuchBucket":
      return `: there is no bucket ${bucket}`;
    case "AuthorizationHeaderMalformed":
    case "PermanentRedirect":
    case "TemporaryRedirect":
      return `: region=${region} is not that of the bucket${told.region === undefined ? "" : `; it is ${told.region}`}`;
    default:
      return told.status === 403 ? `: the key has not the right to do this (${right})` : "";
  }
}

/** How far our clock is from that of a service, in words. */
const skewOf = Effect.fnUntraced(function* (date: string | undefined) {
  const there = Option.flatMap(Option.fromNullishOr(date), DateTime.make);
  if (Option.isNone(there)) return undefined;
  const here = yield* DateTime.now;
  const ahead = DateTime.toEpochMillis(here) - DateTime.toEpochMillis(there.value);
  const minutes = Math.round(Duration.toMinutes(Duration.millis(Math.abs(ahead))));
  return `${minutes} minutes ${ahead > 0 ? "ahead of" : "behind"}`;
});

/** The text of an element of the flat XML that errors are; nothing in it is markup. */
function element(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([A-Za-z0-9.-]{1,100})</${name}>`, "u").exec(xml)?.[1];
}
