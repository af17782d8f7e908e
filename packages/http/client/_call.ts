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
import type { Answer, Body, Query } from "./_contract.ts";
import { type KnownFailure, knownFailure } from "./_failures.ts";
import { causesOf, RETRY_RULES, retried, type RetryRules, TIMEOUT } from "./_retry.ts";
import { type Called, type CalledGroup, type Route, routeOf } from "./_routes.ts";
import { type Failure, ServerUnreachable, type Told, UnexpectedAnswer } from "./failure.ts";
import type { ClientOptions, KeyedOptions } from "./options.ts";

/** What goes into a call. */
interface Sent<B, Q> {
  /** The parts of the path. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Q;
  readonly body?: B;
  readonly options?: KeyedOptions | undefined;
  /** The default time limit of an attempt. */
  readonly timeout?: Duration.Input;
}

/** Calls an endpoint of the contract. What comes back is what the server wrote, newer fields too. */
export type Call = <G extends CalledGroup, E extends Called<G>>(
  group: G,
  endpoint: E,
  sent?: Sent<Body<G, E>, Query<G, E>>,
) => Effect.Effect<Answer<G, E>, Failure<G, E>>;

/** The same for documents. */
export type CallForBytes = <G extends CalledGroup, E extends Called<G>>(
  group: G,
  endpoint: E,
  sent?: Sent<Body<G, E>, Query<G, E>>,
) => Effect.Effect<Uint8Array, Failure<G, E>>;

/** Posts JSON, to the byte, to where no key is needed. */
export type Post = (
  url: string,
  text: string,
  options: KeyedOptions & { readonly headers: Readonly<Record<string, string>> },
) => Effect.Effect<unknown, KnownFailure | ServerUnreachable | UnexpectedAnswer>;

/** Documents may be large, and lines slow. */
const DOCUMENT_TIMEOUT = Duration.minutes(2);

/** Both ways to call a server with one key. */
export const makeCalls = Effect.fnUntraced(function* (options: ClientOptions) {
  const http = yield* HttpClient.HttpClient;
  const random = yield* SecureRandom.SecureRandom;
  const wrong = wrongOptions(options);
  if (wrong.length > 0) return yield* Effect.fail(refused(wrong));
  const defaults = options.timeout;
  const base = options.url.replace(/\/+$/, "");
  const rules = rulesOf(options.retry);

  /** Sends a request, again and again where that is right, and gives what came back when it is good. */
  const send = Effect.fnUntraced(function* (
    request: HttpClientRequest.HttpClientRequest,
    timeout: Duration.Input,
  ) {
    const attempt = Effect.tap(http.execute(request), (response) => response.arrayBuffer);
    const response = yield* retried(attempt, request, { rules, timeout }).pipe(
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
    { path = {}, query, body, options: own = {}, timeout = TIMEOUT }: Sent<unknown, unknown>,
  ) {
    const address = base + (yield* pathOf(route.path, path));
    yield* checkIdempotencyKey(own.idempotencyKey);
    // Drawn once: every attempt asks for the same.
    const key = own.idempotencyKey ?? (yield* random.uuidV7());
    const bare = HttpClientRequest.make(route.method)(address, {
      headers: {
        [REQUEST_ID]: yield* random.uuidV7(),
        ...(route.takesKey ? { "idempotency-key": key } : {}),
        ...authorization(options.key),
      },
      urlParams: queryOf(query),
    });
    const request = body === undefined ? bare : withJson(bare, yield* jsonOf(body));
    const sent = send(request, own.timeout ?? options.timeout ?? timeout);
    return yield* abortable(sent, own.signal);
  });

  const json = Effect.fnUntraced(function* (route: Route, sent: Sent<unknown, unknown>) {
    const { response, bytes } = yield* exchange(route, sent);
    if (response.status === 204) return undefined;
    return yield* answerOf(response, bytes);
  });

  const document = Effect.fnUntraced(function* (route: Route, sent: Sent<unknown, unknown>) {
    const { bytes } = yield* exchange(route, { timeout: DOCUMENT_TIMEOUT, ...sent });
    return bytes;
  });

  const call: Call = (group, endpoint, sent = {}) =>
    // Responses are not validated, so that newer servers may add fields.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    json(routeOf(group, endpoint), sent) as ReturnType<typeof call<typeof group, typeof endpoint>>;

  const bytes: CallForBytes = (group, endpoint, sent = {}) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same of what it fails with
    document(routeOf(group, endpoint), sent) as ReturnType<
      typeof bytes<typeof group, typeof endpoint>
    >;

  const post: Post = Effect.fnUntraced(function* (url, text, options) {
    const { headers, idempotencyKey, timeout, signal } = options;
    yield* checkIdempotencyKey(idempotencyKey);
    const bare = HttpClientRequest.post(url, {
      headers: {
        [REQUEST_ID]: yield* random.uuidV7(),
        "idempotency-key": idempotencyKey ?? (yield* random.uuidV7()),
        ...headers,
      },
    });
    const sent = send(withJson(bare, text), timeout ?? defaults ?? TIMEOUT);
    const { response, bytes } = yield* abortable(sent, signal);
    return yield* answerOf(response, bytes);
  });

  return { call, bytes, post, base };
});

function withJson(
  request: HttpClientRequest.HttpClientRequest,
  text: string,
): HttpClientRequest.HttpClientRequest {
  return HttpClientRequest.setBody(request, HttpBody.text(text, "application/json"));
}

/** The JSON of a response. */
function answerOf(
  response: HttpClientResponse.HttpClientResponse,
  bytes: Uint8Array,
): Effect.Effect<unknown, UnexpectedAnswer> {
  const text = textOf(bytes);
  return Effect.mapError(Effect.fromResult(parse(text)), () => unexpected(response, text));
}

function authorization(key: ClientOptions["key"]): Record<string, string> {
  const text = textOfKey(key);
  return text === "" ? {} : { authorization: `Bearer ${text}` };
}

function textOfKey(key: ClientOptions["key"] = ""): string {
  return Redacted.isRedacted(key) ? Redacted.value(key) : key;
}

/** What no server could be called with, however often. */
function wrongOptions({ url, key }: ClientOptions): ReadonlyArray<Issue> {
  const isKey = /^[\x21-\x7e]*$/.test(textOfKey(key));
  return [
    ...(isAddress(url) ? [] : [{ path: "url", message: EXPECTED_ADDRESS }]),
    ...(isKey ? [] : [{ path: "key", message: "Expected visible ASCII characters alone" }]),
  ];
}

const EXPECTED_ADDRESS = "Expected a URL that starts with http:// or https://";

function isAddress(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url);
}

/** Gives an address that can be called. */
export function addressOf(url: string, name: string): Effect.Effect<string, InvalidRequest & Told> {
  return isAddress(url)
    ? Effect.succeed(url)
    : Effect.fail(refused([{ path: name, message: EXPECTED_ADDRESS }]));
}

/** What no header can say must not look like a network that fails. */
function checkIdempotencyKey(key: string | undefined): Effect.Effect<void, InvalidRequest & Told> {
  if (key === undefined) return Effect.void;
  return Effect.mapError(decodeIdempotencyKey(key), ({ issue }) =>
    refused(issuesOfSchema(issue).map((each) => ({ ...each, path: "idempotencyKey" }))),
  );
}
const decodeIdempotencyKey = Schema.decodeUnknownEffect(IdempotencyKey);

function rulesOf(retry: ClientOptions["retry"]): RetryRules {
  if (retry === false) return { ...RETRY_RULES, attempts: 1 };
  return retry === true || retry === undefined ? RETRY_RULES : { ...RETRY_RULES, ...retry };
}

/** Puts parts into a path; without one it would lead somewhere else. */
function pathOf(
  path: string,
  parts: Readonly<Record<string, string>>,
): Effect.Effect<string, InvalidRequest & Told> {
  const missing = Object.keys(parts).filter((name) => !isPart(parts[name]));
  if (missing.length > 0) {
    return Effect.fail(
      refused(missing.map((name) => ({ path: name, message: "Expected a text to name it by" }))),
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
  const said = Object.entries(query).filter(([, value]) => value !== undefined);
  return Object.fromEntries(said.map(([name, value]) => [name, String(value)]));
}

/** The JSON text of a body. It fails before anything is sent if JSON cannot represent the body. */
export function jsonOf(body: unknown): Effect.Effect<string, InvalidRequest & Told> {
  return Effect.try({
    try: () => JSON.stringify(body),
    catch: (error) => {
      const message = `Expected what JSON can say: ${causesOf(error).join(", ")}`;
      return refused([{ path: "", message }]);
    },
  });
}

/** What this client does not send. */
function refused(issues: ReadonlyArray<Issue>): InvalidRequest & Told {
  return told(InvalidRequest.of(issues), { status: undefined, requestId: undefined });
}

function told<F extends { readonly _tag: string }>(
  failure: F,
  { status, requestId }: Omit<Told, "code">,
): F & Told {
  return Object.assign(failure, { code: failure._tag, status, requestId });
}

function unreachable(error: HttpClientError.HttpClientError): ServerUnreachable {
  const { request, reason } = error;
  const requestId = request.headers[REQUEST_ID] ?? "";
  const description = "description" in reason ? [reason.description ?? ""] : [];
  const causes = "cause" in reason ? causesOf(reason.cause) : [];
  const said = [...description, ...causes].filter((text) => text !== "").join(": ");
  const { origin } = new URL(request.url);
  const message = `${origin} cannot be reached (${said || reason.message}); request ${requestId}`;
  return new ServerUnreachable({ message, requestId, cause: error });
}

/** Both forms of the contract's errors: nested, and flat where operators and embedding begin. */
const Problem = Schema.Struct({
  code: Schema.String,
  message: Schema.String,
  issues: Schema.optionalKey(Schema.Unknown),
});
const Refused = Schema.Union([
  Schema.Struct({ error: Problem }),
  Schema.Struct({
    error: Schema.String,
    message: Schema.String,
    issues: Schema.optionalKey(Schema.Unknown),
  }),
]);
const refusedOf = Schema.decodeUnknownResult(Refused);

function failureOf(response: HttpClientResponse.HttpClientResponse, text: string) {
  const parsed = Result.flatMap(parse(text), refusedOf);
  if (Result.isFailure(parsed)) return unexpected(response, text);
  const { success: body } = parsed;
  const { code, message, issues } = "message" in body ? { ...body, code: body.error } : body.error;
  const known = knownFailure(code, { message, issues: issuesOf(issues) });
  const { status } = response;
  return known === undefined
    ? unexpected(response, `${code}: ${message}`, code)
    : told(known, { status, requestId: requestIdOf(response) });
}

/** Issues as far as they can be made out. */
function issuesOf(told: unknown): Issues {
  return Option.getOrElse(issuesIn(told), () => ({ formErrors: [], fieldErrors: {} }));
}
const issuesIn = Schema.decodeUnknownOption(Issues);

function unexpected(
  response: HttpClientResponse.HttpClientResponse,
  text: string,
  answeredCode?: string,
): UnexpectedAnswer {
  const { status } = response;
  const requestId = requestIdOf(response);
  const shown = text.length > 200 ? `${text.slice(0, 200)}…` : text;
  const message = `Unexpected answer ${status}${requestId ? ` to request ${requestId}` : ""}: ${shown}`;
  return new UnexpectedAnswer({ message, status, requestId, answeredCode });
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
