import { isKeyText } from "@paraph/core/keys";
import { InvalidRequest, issuesOfSchema } from "@paraph/core/values";
import { Api } from "@paraph/http/api";
import { Config, Data, Effect, FileSystem, Option, Predicate, Schema, Stream } from "effect";
import { FetchHttpClient, HttpClient, HttpClientError, HttpClientRequest } from "effect/http";
import { HttpApiClient } from "effect/http-api";

import { WrongSettings } from "../settings.ts";

/** The server did not do what a command asked it for. */
export class CallFailed extends Data.TaggedError("call_failed")<{
  readonly message: string;
  readonly issues?: unknown;
}> {}

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
}

const ACCOUNT: Caller = {
  name: "PARAPH_ACCOUNT_KEY",
  isKey: (text) => isKeyText(text, "account", "test"),
  allowed: "an account key (svc_acct_…)",
};

/** A program that works within one project. */
export const PROJECT: Caller = {
  name: "PARAPH_API_KEY",
  isKey: (text) => isKeyText(text, "project", "test") || isKeyText(text, "project", "live"),
  allowed: "a project key (svc_live_… or svc_test_…)",
};

/** The operator of the deployment. */
export const OPERATOR: Caller = {
  name: "SERVICE_ADMIN_KEY",
  isKey: (text) => /^[\x21-\x7e]{32,}$/.test(text),
  allowed: "the admin key of the deployment",
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

const makeClient = (baseUrl: string, key: string) =>
  HttpApiClient.make(Api, {
    baseUrl,
    transformClient: HttpClient.mapRequest(HttpClientRequest.bearerToken(key)),
  }).pipe(Effect.provide(FetchHttpClient.layer));

/** The API, typed. */
export type Client = Effect.Success<ReturnType<typeof makeClient>>;

/**
 * Calls the API as the account of the environment, or as somebody else; a failure begins with its
 * stable code.
 */
export const callApi = Effect.fnUntraced(function* <A, E>(
  call: (client: Client) => Effect.Effect<A, E>,
  caller = ACCOUNT,
) {
  const { url, key } = yield* readClientSettings(caller);
  const client = yield* makeClient(url, key);
  return yield* Effect.mapError(call(client), (failure) => told(failure, url));
});

function told(failure: unknown, url: string): CallFailed {
  if (HttpClientError.isHttpClientError(failure)) {
    return new CallFailed({
      message:
        failure.reason._tag === "TransportError"
          ? `${url} (PARAPH_URL) cannot be reached`
          : `${url} (PARAPH_URL) does not answer as Paraph does`,
    });
  }
  if (Schema.isSchemaError(failure)) {
    const invalid = InvalidRequest.of(issuesOfSchema(failure.issue));
    return new CallFailed({
      message: `${invalid._tag}: ${invalid.message}`,
      issues: invalid.issues,
    });
  }
  const { _tag, message, issues } = Predicate.isObject(failure) ? failure : {};
  return Predicate.isString(_tag) && Predicate.isString(message)
    ? new CallFailed({ message: `${_tag}: ${message}`, issues })
    : new CallFailed({ message: `${url} (PARAPH_URL) does not answer as Paraph does` });
}

/** Writes what a server sends to a file, as it comes. */
export const writeStream = Effect.fnUntraced(function* <E>(
  file: string,
  bytes: Stream.Stream<Uint8Array, E>,
) {
  const fs = yield* FileSystem.FileSystem;
  yield* Stream.run(bytes, fs.sink(file));
});
