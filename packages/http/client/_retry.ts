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

/** How often, how soon and how long a call is tried. */
export interface RetryRules {
  /** How often a call is tried at most, the first time included: 5. */
  readonly attempts: number;
  /** How long to wait after the first attempt, twice as long after each further one: 1 second. */
  readonly firstPause: Duration.Input;
  /** No pause is longer, whatever the server asks for: 30 seconds. */
  readonly longestPause: Duration.Input;
}

/** What the interface recommends: after 1, 2, 4 and 8 seconds, five attempts in all. */
export const RETRY_RULES: RetryRules = {
  attempts: 5,
  firstPause: Duration.seconds(1),
  longestPause: Duration.seconds(30),
};

/** How long one attempt may take when nothing is said. */
export const TIMEOUT = Duration.seconds(30);

/** The server lets a render that is waited for take half a minute. */
export const SYNC_TIMEOUT = Duration.seconds(40);

/** What asks for something once. */
type Attempt<E = never> = Effect.Effect<
  HttpClientResponse.HttpClientResponse,
  HttpClientError.HttpClientError | E
>;

/** An attempt that may be worth another. */
class Unsettled extends Data.TaggedError("unsettled")<{
  readonly end: Attempt;
  readonly retryAfter: Duration.Duration;
}> {}

/**
 * Repeats a call while that may help and does no harm: after 429 and 503, which say that nothing was
 * done, and when nobody could be reached; after other 5xx, answers that broke off and timeouts only when
 * doing it twice is doing it once. Its last end is what it comes to.
 *
 * @param attempt One attempt, whose answer has been read.
 */
export function retried(
  attempt: Attempt,
  request: HttpClientRequest.HttpClientRequest,
  options: { readonly rules: RetryRules; readonly timeout: Duration.Input },
): Attempt {
  const isRepeatable = canBeRepeated(request);
  const once = attempt.pipe(
    Effect.timeoutOrElse({
      duration: options.timeout,
      orElse: () => Effect.fail(timedOut(request, options.timeout)),
    }),
    Effect.matchEffect({
      onFailure: (error): Attempt<Unsettled> =>
        isNetworkError(error) && (isRepeatable || wasNeverSent(error))
          ? Effect.fail(new Unsettled({ end: Effect.fail(error), retryAfter: Duration.zero }))
          : Effect.fail(error),
      onSuccess: (response): Attempt<Unsettled> =>
        isWorthRetrying(response.status, isRepeatable)
          ? Effect.flatMap(retryAfter(response.headers["retry-after"]), (retryAfter) =>
              Effect.fail(new Unsettled({ end: Effect.succeed(response), retryAfter })),
            )
          : Effect.succeed(response),
    }),
  );
  return Effect.retry(once, {
    schedule: pauses(options.rules),
    while: (end) => end._tag === "unsettled",
  }).pipe(Effect.catchTag("unsettled", ({ end }) => end));
}

/**
 * Makes every call of a client one that is tried again, under an `Idempotency-Key` where one is taken and
 * none is given. Bodies that are JSON are read within an attempt.
 */
export function withRetries({
  timeout = SYNC_TIMEOUT,
  ...rules
}: Partial<RetryRules> & { readonly timeout?: Duration.Input } = {}) {
  return (client: HttpClient.HttpClient): HttpClient.HttpClient =>
    HttpClient.transform(HttpClient.mapRequest(client, keyed), (effect, request) => {
      const attempt = Effect.tap(effect, readJson);
      return retried(attempt, request, { rules: { ...RETRY_RULES, ...rules }, timeout });
    });
}

function readJson(
  response: HttpClientResponse.HttpClientResponse,
): Effect.Effect<unknown, HttpClientError.HttpClientError> {
  const isJson = response.headers["content-type"]?.includes("json");
  return isJson === true ? response.arrayBuffer : Effect.void;
}

function keyed(request: HttpClientRequest.HttpClientRequest): HttpClientRequest.HttpClientRequest {
  if ("idempotency-key" in request.headers || !takesKey(request)) return request;
  // What transforms requests gets no services.
  return HttpClientRequest.setHeader(request, "idempotency-key", SecureRandom.uuidV4Unsafe());
}

/** Twice as long each time, with some jitter, and no shorter than the server asks for within the limit. */
function pauses({ attempts, firstPause, longestPause }: RetryRules) {
  return Schedule.exponential(firstPause).pipe(
    Schedule.setInputType<Unsettled | HttpClientError.HttpClientError>(),
    Schedule.modifyDelay(({ input, duration }) =>
      Effect.map(Random.next, (random) => {
        const pause = Duration.times(duration, 0.75 + random / 2);
        const asked = input._tag === "unsettled" ? input.retryAfter : Duration.zero;
        return Duration.min(Duration.max(pause, asked), Duration.fromInputUnsafe(longestPause));
      }),
    ),
    Schedule.upTo({ times: attempts - 1 }),
  );
}

/** What a server asks for, in seconds or as a date. */
const retryAfter = Effect.fnUntraced(function* (header: string | undefined) {
  if (header === undefined) return Duration.zero;
  if (/^\d+$/.test(header)) return Duration.seconds(Number(header));
  const date = DateTime.make(header);
  if (Option.isNone(date)) return Duration.zero;
  const now = yield* Clock.currentTimeMillis;
  return Duration.millis(Math.max(0, DateTime.toEpochMillis(date.value) - now));
});

function isWorthRetrying(status: number, isRepeatable: boolean): boolean {
  return status === 429 || status === 503 || (isRepeatable && status >= 500);
}

/** A publication makes a version each time: PUT is not repeated here, whatever HTTP allows. */
function canBeRepeated({ method, headers }: HttpClientRequest.HttpClientRequest): boolean {
  return ["GET", "HEAD", "DELETE", "PATCH"].includes(method) || "idempotency-key" in headers;
}

/** Whether the network failed before or during the response. */
function isNetworkError({ reason }: HttpClientError.HttpClientError): boolean {
  return reason._tag === "TransportError" || reason._tag === "DecodeError";
}

/** What runtimes say when there was no connection to send anything on. */
const CLIENT_GONE =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused|connection refused|dns error/i;

function wasNeverSent({ reason }: HttpClientError.HttpClientError): boolean {
  return reason._tag === "TransportError" && CLIENT_GONE.test(causesOf(reason.cause).join(" "));
}

/** The codes and messages of an error and of those behind it, the outermost first. */
export function causesOf(error: unknown): ReadonlyArray<string> {
  if (!Predicate.isObject(error)) return [];
  const own = [Reflect.get(error, "code"), Reflect.get(error, "message")];
  const said = own.filter((text) => typeof text === "string").filter((text) => text !== "");
  return [...said, ...causesOf(Reflect.get(error, "cause"))];
}

function timedOut(request: HttpClientRequest.HttpClientRequest, timeout: Duration.Input) {
  const description = `No answer within ${Duration.format(Duration.fromInputUnsafe(timeout))}`;
  return new HttpClientError.HttpClientError({
    reason: new HttpClientError.TransportError({ request, description }),
  });
}
