import {
  Clock,
  Data,
  DateTime,
  Duration,
  Effect,
  Option,
  Predicate,
  Random,
  Schedule,
} from "effect";
import { SecureRandom } from "effect/crypto";
import {
  HttpClient,
  HttpClientError,
  HttpClientRequest,
  type HttpClientResponse,
} from "effect/http";

import { takesKey } from "./_routes.ts";

/** The number of attempts and the pauses between them. */
export interface RetryRules {
  /** The number of attempts, including the first; 5 by default. */
  readonly attempts: number;
  /**
   * The pause after the first attempt, which doubles after each further one; 1 second by default.
   */
  readonly firstPause: Duration.Input;
  /** The maximum pause, also if the server requests a longer one; 30 seconds by default. */
  readonly longestPause: Duration.Input;
}

/** The policy of the interface: five attempts, after 1, 2, 4 and 8 seconds. */
export const RETRY_RULES: RetryRules = {
  attempts: 5,
  firstPause: Duration.seconds(1),
  longestPause: Duration.seconds(30),
};

/** The default time limit of an attempt. */
export const TIMEOUT = Duration.seconds(30);

/** The server responds to `sync` renders within 30 seconds. */
export const SYNC_TIMEOUT = Duration.seconds(40);

type Attempt<E = never> = Effect.Effect<
  HttpClientResponse.HttpClientResponse,
  HttpClientError.HttpClientError | E
>;

/** An attempt that may be retried. */
class RetryableOutcome extends Data.TaggedError("unsettled")<{
  readonly outcome: Attempt;
  readonly retryAfter: Duration.Duration;
}> {}

/**
 * Retries a call if that may succeed and is safe. 429, 503 and failed connections mean that nothing
 * was done, so they are always retried. Other 5xx responses, interrupted responses and timeouts are
 * retried only for idempotent requests. Returns the last result.
 *
 * @param attempt One attempt, which reads the whole response.
 */
export function retryAttempt(
  attempt: Attempt,
  request: HttpClientRequest.HttpClientRequest,
  options: { readonly rules: RetryRules; readonly timeout: Duration.Input },
): Attempt {
  const isIdempotent = isSafeToRepeat(request);
  const singleAttempt = attempt.pipe(
    Effect.timeoutOrElse({
      duration: options.timeout,
      orElse: () => Effect.fail(timeoutError(request, options.timeout)),
    }),
    Effect.matchEffect({
      onFailure: (error): Attempt<RetryableOutcome> =>
        isNetworkError(error) && (isIdempotent || wasNeverSent(error))
          ? Effect.fail(
              new RetryableOutcome({ outcome: Effect.fail(error), retryAfter: Duration.zero }),
            )
          : Effect.fail(error),
      onSuccess: (response): Attempt<RetryableOutcome> =>
        isWorthRetrying(response.status, isIdempotent)
          ? Effect.flatMap(retryAfter(response.headers["retry-after"]), (retryAfter) =>
              Effect.fail(new RetryableOutcome({ outcome: Effect.succeed(response), retryAfter })),
            )
          : Effect.succeed(response),
    }),
  );
  return Effect.retry(singleAttempt, {
    schedule: retrySchedule(options.rules),
    while: (outcome) => outcome._tag === "unsettled",
  }).pipe(Effect.catchTag("unsettled", ({ outcome }) => outcome));
}

/**
 * Adds retries to a client, and an `Idempotency-Key` to requests that accept one. JSON bodies are
 * read within an attempt.
 */
export function withRetries({
  timeout = SYNC_TIMEOUT,
  ...rules
}: Partial<RetryRules> & { readonly timeout?: Duration.Input } = {}) {
  return (client: HttpClient.HttpClient): HttpClient.HttpClient =>
    HttpClient.transform(HttpClient.mapRequest(client, withKey), (effect, request) => {
      const attempt = Effect.tap(effect, readJson);
      return retryAttempt(attempt, request, { rules: { ...RETRY_RULES, ...rules }, timeout });
    });
}

function readJson(
  response: HttpClientResponse.HttpClientResponse,
): Effect.Effect<unknown, HttpClientError.HttpClientError> {
  const isJson = response.headers["content-type"]?.includes("json");
  return isJson === true ? response.arrayBuffer : Effect.void;
}

function withKey(
  request: HttpClientRequest.HttpClientRequest,
): HttpClientRequest.HttpClientRequest {
  if ("idempotency-key" in request.headers || !takesKey(request)) return request;
  // Request transformers have no access to services.
  return HttpClientRequest.setHeader(request, "idempotency-key", SecureRandom.uuidV4Unsafe());
}

/** Exponential backoff with jitter, and at least the requested pause within the limit. */
function retrySchedule({ attempts, firstPause, longestPause }: RetryRules) {
  return Schedule.exponential(firstPause).pipe(
    Schedule.setInputType<RetryableOutcome | HttpClientError.HttpClientError>(),
    Schedule.modifyDelay(({ input, duration }) =>
      Effect.map(Random.next, (random) => {
        const pause = Duration.times(duration, 0.75 + random / 2);
        const serverPause = input._tag === "unsettled" ? input.retryAfter : Duration.zero;
        return Duration.min(
          Duration.max(pause, serverPause),
          Duration.fromInputUnsafe(longestPause),
        );
      }),
    ),
    Schedule.upTo({ times: attempts - 1 }),
  );
}

/** The pause in a `Retry-After` header, in seconds or as a date. */
const retryAfter = Effect.fnUntraced(function* (header: string | undefined) {
  if (header === undefined) return Duration.zero;
  if (/^\d+$/.test(header)) return Duration.seconds(Number(header));
  const date = DateTime.make(header);
  if (Option.isNone(date)) return Duration.zero;
  const now = yield* Clock.currentTimeMillis;
  return Duration.millis(Math.max(0, DateTime.toEpochMillis(date.value) - now));
});

function isWorthRetrying(status: number, isIdempotent: boolean): boolean {
  return status === 429 || status === 503 || (isIdempotent && status >= 500);
}

/** PUT is not retried without a key, because each publication creates a version. */
function isSafeToRepeat({ method, headers }: HttpClientRequest.HttpClientRequest): boolean {
  return ["GET", "HEAD", "DELETE", "PATCH"].includes(method) || "idempotency-key" in headers;
}

/** Whether the network failed before or during the response. */
function isNetworkError({ reason }: HttpClientError.HttpClientError): boolean {
  return reason._tag === "TransportError" || reason._tag === "DecodeError";
}

/** Messages of runtimes for failures before a connection was made. */
const NO_CONNECTION =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused|connection refused|dns error/i;

function wasNeverSent({ reason }: HttpClientError.HttpClientError): boolean {
  return reason._tag === "TransportError" && NO_CONNECTION.test(causesOf(reason.cause).join(" "));
}

/** The codes and messages of an error and its causes, the outermost first. */
export function causesOf(error: unknown): ReadonlyArray<string> {
  if (!Predicate.isObject(error)) return [];
  const fields = [Reflect.get(error, "code"), Reflect.get(error, "message")];
  const texts = fields.filter((text) => typeof text === "string").filter((text) => text !== "");
  return [...texts, ...causesOf(Reflect.get(error, "cause"))];
}

function timeoutError(request: HttpClientRequest.HttpClientRequest, timeout: Duration.Input) {
  const description = `No response within ${Duration.format(Duration.fromInputUnsafe(timeout))}`;
  return new HttpClientError.HttpClientError({
    reason: new HttpClientError.TransportError({ request, description }),
  });
}
