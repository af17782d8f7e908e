import { isKeyText } from "@paraph/core/keys";
import { InvalidRequest, issuesOfSchema } from "@paraph/core/values";
import { Api } from "@paraph/http/api";
import { withRetries } from "@paraph/http/client";
import { Config, Console, Effect, flow, Option, Predicate, Schema } from "effect";
import {
  FetchHttpClient,
  HttpClient,
  HttpClientError,
  HttpClientRequest,
  type HttpClientResponse,
} from "effect/http";
import { HttpApiClient } from "effect/http-api";

import { CallFailed } from "../call_failed.ts";
import { plainLine } from "../plain_text.ts";
import { WrongSettings } from "../settings.ts";

/** What an environment variable says; an empty one says nothing. */
const variable = (name: string) =>
  Config.option(Config.String(name)).pipe(
    Effect.map((text) => Option.getOrElse(text, () => "").trim()),
  );

/** Who calls: which variable holds the key, and what it must look like. */
interface Caller {
  readonly name: string;
  readonly isKey: (text: string) => boolean;
  readonly allowed: string;
  /** Where such a key comes from. */
  readonly source: string;
}

const ACCOUNT: Caller = {
  name: "PARAPH_ACCOUNT_KEY",
  isKey: (text) => isKeyText(text, "account", "test"),
  allowed: "an account key (svc_acct_…)",
  source: "`paraph account create` opens an account, `paraph account key mint` makes another key",
};

/** A program that works within one project. */
export const PROJECT: Caller = {
  name: "PARAPH_API_KEY",
  isKey: (text) => isKeyText(text, "project", "test") || isKeyText(text, "project", "live"),
  allowed: "a project key (svc_live_… or svc_test_…)",
  source: "`paraph key mint --project ID` makes one",
};

/** The operator of the deployment. */
export const OPERATOR: Caller = {
  name: "SERVICE_ADMIN_KEY",
  isKey: (text) => /^[\x21-\x7e]{32,}$/.test(text),
  allowed: "the admin key of the deployment",
  source: "the server must be started with the same one",
};

/** Where the server is (`PARAPH_URL`), and the key of who calls it. */
const readClientSettings = Effect.fnUntraced(function* ({ name, isKey, allowed }: Caller) {
  const url = (yield* variable("PARAPH_URL")) || "http://127.0.0.1:3000";
  const key = yield* variable(name);
  const problems = [
    ...(/^https?:\/\//.test(url) && URL.canParse(url)
      ? []
      : ["PARAPH_URL is not valid; allowed: a URL that starts with http:// or https://"]),
    ...(isKey(key) ? [] : [`${name} is missing or not valid; allowed: ${allowed}`]),
  ];
  if (problems.length > 0) return yield* new WrongSettings({ message: problems.join("\n") });
  return { url: url.replace(/\/+$/, ""), key };
});

const makeClient = (baseUrl: string, key: string, body?: object) =>
  HttpApiClient.make(Api, {
    baseUrl,
    transformClient: flow(
      HttpClient.mapRequest(HttpClientRequest.bearerToken(key)),
      HttpClient.mapRequest((request) =>
        body === undefined ? request : HttpClientRequest.bodyJsonUnsafe(request, body),
      ),
      // Somebody is waiting: two seconds of trying more, unless the server names a moment.
      withRetries({ attempts: 3, firstPause: "500 millis" }),
      HttpClient.tap(printWarnings),
    ),
  }).pipe(Effect.provide(FetchHttpClient.layer));

const warningsIn = Schema.decodeUnknownOption(
  Schema.Struct({
    warnings: Schema.Array(Schema.Struct({ path: Schema.String, message: Schema.String })),
  }),
);

/** Prints what a response warns of to standard error, one line each. */
const printWarnings = Effect.fnUntraced(function* ({
  request,
  headers,
  json,
}: HttpClientResponse.HttpClientResponse) {
  const isJson = headers["content-type"]?.startsWith("application/json") === true;
  if (request.method === "GET" || !isJson) return;
  const found = warningsIn(yield* Effect.orElseSucceed(json, () => undefined));
  if (Option.isNone(found)) return;
  for (const { path, message } of found.value.warnings) {
    yield* Console.error(plainLine(`Warning: ${path === "" ? "" : `${path}: `}${message}`));
  }
});

/** The API, typed. */
export type Client = Effect.Success<ReturnType<typeof makeClient>>;

/**
 * Calls the API as the account of the environment, or as somebody else; a failure begins with its
 * stable code.
 *
 * @param body Sent in place of the payload: a file's JSON with the fields that the API does not know, so
 *   that the server can warn of them.
 */
export const callApi = Effect.fnUntraced(function* <A, E>(
  call: (client: Client) => Effect.Effect<A, E>,
  caller = ACCOUNT,
  body?: object,
) {
  const { url, key } = yield* readClientSettings(caller);
  const client = yield* makeClient(url, key, body);
  return yield* Effect.mapError(call(client), (failure) => told(failure, url, caller));
});

function told(failure: unknown, url: string, caller: Caller): CallFailed {
  if (HttpClientError.isHttpClientError(failure)) return unanswered(failure, url);
  if (Schema.isSchemaError(failure)) {
    const { _tag, message, issues } = InvalidRequest.of(issuesOfSchema(failure.issue));
    return CallFailed.of(_tag, message, issues);
  }
  const { _tag, message, issues } = Predicate.isObject(failure) ? failure : {};
  if (!Predicate.isString(_tag) || !Predicate.isString(message)) return foreign(url);
  const refused = CallFailed.of(_tag, message, issues);
  const hint = UNKNOWN_CALLER.has(_tag)
    ? `${caller.name} holds no key that ${url} knows: ${caller.source}`
    : HINTS[_tag];
  return hint === undefined ? refused : refused.hinting(hint);
}

/** What a server answers to keys that it does not know. */
const UNKNOWN_CALLER: ReadonlySet<string> = new Set([
  "unauthorized",
  "invalid_credentials",
  "missing_or_invalid_authorization",
]);

/** What to do next about failures that say it by their code alone. */
const HINTS: Readonly<Record<string, string>> = {
  template_not_found: "`paraph template list` names the templates of a project",
  version_not_found: "`paraph template versions SLUG` names the versions",
  catalog_not_found: "`paraph embed catalog list` names the catalogs",
};

/** Proxies answer so for servers that are away for the moment. */
const AWAY: ReadonlySet<number | undefined> = new Set([429, 502, 503, 504]);

function unanswered({ reason }: HttpClientError.HttpClientError, url: string): CallFailed {
  const status = "response" in reason ? reason.response.status : undefined;
  if (reason._tag !== "TransportError" && !AWAY.has(status)) return foreign(url);
  const why = status === undefined ? "cannot be reached" : `answers ${status}`;
  return CallFailed.of("server_unreachable", `${url} (PARAPH_URL) ${why}`).hinting(
    "is it running? `paraph serve` starts one here",
  );
}

function foreign(url: string): CallFailed {
  const message = `${url} (PARAPH_URL) does not answer as Paraph does`;
  return CallFailed.of("unexpected_answer", message);
}
