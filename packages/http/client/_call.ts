import { InvalidRequest, type Issue, Issues, issuesOfSchema } from "@paraph/core/values";
import { Duration, Effect, Option, Predicate, Redacted, Result, Schema } from "effect";
import { SecureRandom } from "effect/crypto";
import {
  HttpBody,
  HttpClient,
  type HttpClientError,
  HttpClientRequest,
  type HttpClientResponse,
} from "effect/http";

import { IdempotencyKey } from "../_wire/request/idempotency_key.ts";
import { REQUEST_ID } from "../_wire/request/request_id.ts";
import { abortable } from "./_abortable.ts";
import type { ResponseJson, Body, Query } from "./_contract.ts";
import { type KnownFailure, knownFailure } from "./_failures.ts";
import { causesOf, RETRY_RULES, retryAttempt, type RetryRules, TIMEOUT } from "./_retry.ts";
import { type CalledEndpoint, type CalledGroup, type Route, routeOf } from "./_routes.ts";
import {
  type Failure,
  ServerUnreachable,
  type FailureContext,
  UnexpectedResponse,
} from "./failure.ts";
import type { ClientOptions, KeyedOptions } from "./options.ts";

/** The parts of a request. */
interface RequestParts<B, Q> {
  /** Path parameters. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Q;
  readonly body?: B;
  readonly options?: KeyedOptions | undefined;
  /** The default time limit of an attempt. */
  readonly timeout?: Duration.Input;
}

/**
 * Calls an endpoint of the contract. Responses are not validated, so they may have newer fields.
 */
export type Call = <G extends CalledGroup, E extends CalledEndpoint<G>>(
  group: G,
  endpoint: E,
  parts?: RequestParts<Body<G, E>, Query<G, E>>,
) => Effect.Effect<ResponseJson<G, E>, Failure<G, E>>;

/** The same for endpoints that return documents. */
export type CallForBytes = <G extends CalledGroup, E extends CalledEndpoint<G>>(
  group: G,
  endpoint: E,
  parts?: RequestParts<Body<G, E>, Query<G, E>>,
) => Effect.Effect<Uint8Array, Failure<G, E>>;

/** Posts JSON text unchanged, without a key. */
export type Post = (
  url: string,
  text: string,
  options: KeyedOptions & { readonly headers: Readonly<Record<string, string>> },
) => Effect.Effect<unknown, KnownFailure | ServerUnreachable | UnexpectedResponse>;

/** Documents may be large, and connections slow. */
const DOCUMENT_TIMEOUT = Duration.minutes(2);

/** The functions that call a server with one key. */
export const makeCalls = Effect.fnUntraced(function* (options: ClientOptions) {
  const http = yield* HttpClient.HttpClient;
  const random = yield* SecureRandom.SecureRandom;
  const issues = optionIssues(options);
  if (issues.length > 0) return yield* Effect.fail(invalidRequest(issues));
  const defaults = options.timeout;
  const base = options.url.replace(/\/+$/, "");
  const rules = retryRulesOf(options.retry);

  /** Sends a request with retries. Fails for responses other than 2xx. */
  const send = Effect.fnUntraced(function* (
    request: HttpClientRequest.HttpClientRequest,
    timeout: Duration.Input,
  ) {
    const attempt = Effect.tap(http.execute(request), (response) => response.arrayBuffer);
    const response = yield* retryAttempt(attempt, request, { rules, timeout }).pipe(
      Effect.mapError((error) => unreachable(error)),
    );
    const bytes = new Uint8Array(
      yield* Effect.mapError(response.arrayBuffer, (error) => unreachable(error)),
    );
    return response.status >= 200 && response.status < 300
      ? { response, bytes }
      : yield* Effect.fail(failureOf(response, textOf(bytes)));
  });

  const exchange = Effect.fnUntraced(function* (
    route: Route,
    {
      path = {},
      query,
      body,
      options: callOptions = {},
      timeout = TIMEOUT,
    }: RequestParts<unknown, unknown>,
  ) {
    const url = base + (yield* pathOf(route.path, path));
    yield* checkIdempotencyKey(callOptions.idempotencyKey);
    // Generated once, so that all attempts have the same key.
    const key = callOptions.idempotencyKey ?? (yield* random.uuidV7());
    const bareRequest = HttpClientRequest.make(route.method)(url, {
      headers: {
        [REQUEST_ID]: yield* random.uuidV7(),
        ...(route.takesKey ? { "idempotency-key": key } : {}),
        ...authorization(options.key),
      },
      urlParams: queryOf(query),
    });
    const request = body === undefined ? bareRequest : withJson(bareRequest, yield* jsonOf(body));
    const parts = send(request, callOptions.timeout ?? options.timeout ?? timeout);
    return yield* abortable(parts, callOptions.signal);
  });

  const json = Effect.fnUntraced(function* (route: Route, parts: RequestParts<unknown, unknown>) {
    const { response, bytes } = yield* exchange(route, parts);
    if (response.status === 204) return undefined;
    return yield* parseResponse(response, bytes);
  });

  const document = Effect.fnUntraced(function* (
    route: Route,
    parts: RequestParts<unknown, unknown>,
  ) {
    const { bytes } = yield* exchange(route, { timeout: DOCUMENT_TIMEOUT, ...parts });
    return bytes;
  });

  const call: Call = (group, endpoint, parts = {}) =>
    // Responses are not validated, so that newer servers may add fields.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    json(routeOf(group, endpoint), parts) as ReturnType<typeof call<typeof group, typeof endpoint>>;

  const bytes: CallForBytes = (group, endpoint, parts = {}) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as for `call`
    document(routeOf(group, endpoint), parts) as ReturnType<
      typeof bytes<typeof group, typeof endpoint>
    >;

  const post: Post = Effect.fnUntraced(function* (url, text, options) {
    const { headers, idempotencyKey, timeout, signal } = options;
    yield* checkIdempotencyKey(idempotencyKey);
    const bareRequest = HttpClientRequest.post(url, {
      headers: {
        [REQUEST_ID]: yield* random.uuidV7(),
        "idempotency-key": idempotencyKey ?? (yield* random.uuidV7()),
        ...headers,
      },
    });
    const parts = send(withJson(bareRequest, text), timeout ?? defaults ?? TIMEOUT);
    const { response, bytes } = yield* abortable(parts, signal);
    return yield* parseResponse(response, bytes);
  });

  return { call, bytes, post, base };
});

function withJson(
  request: HttpClientRequest.HttpClientRequest,
  text: string,
): HttpClientRequest.HttpClientRequest {
  return HttpClientRequest.setBody(request, HttpBody.text(text, "application/json"));
}

function parseResponse(
  response: HttpClientResponse.HttpClientResponse,
  bytes: Uint8Array,
): Effect.Effect<unknown, UnexpectedResponse> {
  const text = textOf(bytes);
  return Effect.mapError(Effect.fromResult(parse(text)), () =>
    toUnexpectedResponse(response, text),
  );
}

function authorization(key: ClientOptions["key"]): Record<string, string> {
  const text = textOfKey(key);
  return text === "" ? {} : { authorization: `Bearer ${text}` };
}

function textOfKey(key: ClientOptions["key"] = ""): string {
  return Redacted.isRedacted(key) ? Redacted.value(key) : key;
}

/** Issues of invalid options. */
function optionIssues({ url, key }: ClientOptions): ReadonlyArray<Issue> {
  const isKey = /^[\x21-\x7e]*$/.test(textOfKey(key));
  return [
    ...(isHttpUrl(url) ? [] : [{ path: "url", message: EXPECTED_URL }]),
    ...(isKey ? [] : [{ path: "key", message: "Expected visible ASCII characters" }]),
  ];
}

const EXPECTED_URL = "Expected a URL that starts with http:// or https://";

function isHttpUrl(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url);
}

/** Validates a base URL. */
export function parseHttpUrl(
  url: string,
  name: string,
): Effect.Effect<string, InvalidRequest & FailureContext> {
  return isHttpUrl(url)
    ? Effect.succeed(url)
    : Effect.fail(invalidRequest([{ path: name, message: EXPECTED_URL }]));
}

/** An invalid header would otherwise fail like a network error. */
function checkIdempotencyKey(
  key: string | undefined,
): Effect.Effect<void, InvalidRequest & FailureContext> {
  if (key === undefined) return Effect.void;
  return Effect.mapError(decodeIdempotencyKey(key), ({ issue }) =>
    invalidRequest(issuesOfSchema(issue).map((issue) => ({ ...issue, path: "idempotencyKey" }))),
  );
}
const decodeIdempotencyKey = Schema.decodeUnknownEffect(IdempotencyKey);

function retryRulesOf(retry: ClientOptions["retry"]): RetryRules {
  if (retry === false) return { ...RETRY_RULES, attempts: 1 };
  return retry === true || retry === undefined ? RETRY_RULES : { ...RETRY_RULES, ...retry };
}

/** Fills in path parameters. An empty one would lead to another route. */
function pathOf(
  path: string,
  parts: Readonly<Record<string, string>>,
): Effect.Effect<string, InvalidRequest & FailureContext> {
  const missing = Object.keys(parts).filter((name) => !isPart(parts[name]));
  if (missing.length > 0) {
    return Effect.fail(
      invalidRequest(
        missing.map((name) => ({ path: name, message: "Expected a non-empty id or slug" })),
      ),
    );
  }
  return Effect.succeed(
    path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(parts[name] ?? "")),
  );
}

/** JavaScript callers may pass any value. */
function isPart(part: unknown): part is string {
  return typeof part === "string" && part !== "" && part !== "." && part !== "..";
}

function queryOf(query: unknown): Record<string, string> {
  if (!Predicate.isObject(query)) return {};
  const entries = Object.entries(query).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

/** The JSON text of a body. It fails before anything is parts if JSON cannot represent the body. */
export function jsonOf(body: unknown): Effect.Effect<string, InvalidRequest & FailureContext> {
  return Effect.try({
    try: () => JSON.stringify(body),
    catch: (error) => {
      const message = `Expected a value that JSON can represent: ${causesOf(error).join(", ")}`;
      return invalidRequest([{ path: "", message }]);
    },
  });
}

/** An invalid request, which is not sent. */
function invalidRequest(issues: ReadonlyArray<Issue>): InvalidRequest & FailureContext {
  return withContext(InvalidRequest.of(issues), { status: undefined, requestId: undefined });
}

function withContext<F extends { readonly _tag: string }>(
  failure: F,
  { status, requestId }: Omit<FailureContext, "code">,
): F & FailureContext {
  return Object.assign(failure, { code: failure._tag, status, requestId });
}

function unreachable(error: HttpClientError.HttpClientError): ServerUnreachable {
  const { request, reason } = error;
  const requestId = request.headers[REQUEST_ID] ?? "";
  const description = "description" in reason ? [reason.description ?? ""] : [];
  const causes = "cause" in reason ? causesOf(reason.cause) : [];
  const details = [...description, ...causes].filter((text) => text !== "").join(": ");
  const { origin } = new URL(request.url);
  const message = `${origin} cannot be reached (${details || reason.message}); request ${requestId}`;
  return new ServerUnreachable({ message, requestId, cause: error });
}

/** Both formats of the contract's errors: nested, and flat for operators and embedding. */
const ErrorFields = Schema.Struct({
  code: Schema.String,
  message: Schema.String,
  issues: Schema.optionalKey(Schema.Unknown),
});
const ErrorBody = Schema.Union([
  Schema.Struct({ error: ErrorFields }),
  Schema.Struct({
    error: Schema.String,
    message: Schema.String,
    issues: Schema.optionalKey(Schema.Unknown),
  }),
]);
const decodeErrorBody = Schema.decodeUnknownResult(ErrorBody);

function failureOf(response: HttpClientResponse.HttpClientResponse, text: string) {
  const result = Result.flatMap(parse(text), decodeErrorBody);
  if (Result.isFailure(result)) return toUnexpectedResponse(response, text);
  const { success: body } = result;
  const { code, message, issues } = "message" in body ? { ...body, code: body.error } : body.error;
  const failure = knownFailure(code, { message, issues: issuesOf(issues) });
  const { status } = response;
  return failure === undefined
    ? toUnexpectedResponse(response, `${code}: ${message}`, code)
    : withContext(failure, { status, requestId: requestIdOf(response) });
}

/** The issues of an error body, if they are valid. */
function issuesOf(withContext: unknown): Issues {
  return Option.getOrElse(issuesIn(withContext), () => ({ formErrors: [], fieldErrors: {} }));
}
const issuesIn = Schema.decodeUnknownOption(Issues);

function toUnexpectedResponse(
  response: HttpClientResponse.HttpClientResponse,
  text: string,
  answeredCode?: string,
): UnexpectedResponse {
  const { status } = response;
  const requestId = requestIdOf(response);
  const excerpt = text.length > 200 ? `${text.slice(0, 200)}…` : text;
  const message = `Unexpected response ${status}${requestId ? ` to request ${requestId}` : ""}: ${excerpt}`;
  return new UnexpectedResponse({ message, status, requestId, answeredCode });
}

function requestIdOf({ headers }: HttpClientResponse.HttpClientResponse): string | undefined {
  return headers[REQUEST_ID];
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function parse(text: string): Result.Result<unknown, unknown> {
  return Result.try((): unknown => JSON.parse(text));
}
