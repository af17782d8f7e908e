import {
  ParaphClient,
  type Resources,
  ServerUnreachable,
  UnexpectedAnswer,
} from "@paraph/http/client";
import { Config, Console, Effect, Layer, Option, Predicate, Schema } from "effect";
import { FetchHttpClient } from "effect/http";

import { type Caller, type CallerName, CALLERS } from "../describe.ts";
import { WrongSettings } from "../settings.ts";
import { CallFailed } from "../terminal/failure.ts";
import { plainLine } from "../terminal/plain_text.ts";

export type { Resources } from "@paraph/http/client";

/** The value of an environment variable, empty when it is not set. */
const variable = (name: string) =>
  Config.option(Config.String(name)).pipe(
    Effect.map((text) => Option.getOrElse(text, () => "").trim()),
  );

/** Reads the URL of the server (`PARAPH_URL`) and the caller's key. */
const readClientSettings = Effect.fnUntraced(function* (caller: Caller) {
  const url = (yield* variable("PARAPH_URL")) || "http://127.0.0.1:3000";
  const key = yield* variable(caller.variable);
  const problems = [
    ...(/^https?:\/\//.test(url) && URL.canParse(url)
      ? []
      : ["PARAPH_URL is not valid; allowed: a URL that starts with http:// or https://"]),
    ...(caller.isKey(key)
      ? []
      : [`${caller.variable} is missing or not valid; allowed: ${caller.allowed}`]),
  ];
  if (problems.length > 0) return yield* new WrongSettings({ message: problems.join("\n") });
  return { url: url.replace(/\/+$/, ""), key };
});

/**
 * Calls the server with a key of the environment, and prints the warnings of the response to standard error.
 * Failures of the call become {@linkcode CallFailed}, other failures stay.
 */
export const callServer = Effect.fnUntraced(function* <A, E, R>(
  callerName: CallerName,
  call: (paraph: Resources) => Effect.Effect<A, E, R>,
) {
  const caller: Caller = CALLERS[callerName];
  const { url, key } = yield* readClientSettings(caller);
  // A person waits: retries take two seconds, unless the server names a time.
  const retry = { attempts: 3, firstPause: "500 millis" } as const;
  const server = Layer.provide(ParaphClient.layer({ url, key, retry }), FetchHttpClient.layer);
  const response = yield* Effect.flatMap(ParaphClient, call).pipe(
    Effect.provide(server),
    Effect.mapError((failure) =>
      isFailedCall(failure) ? toCallFailed(failure, url, caller) : failure,
    ),
  );
  yield* printWarnings(response);
  return response;
});

const decodeWarnings = Schema.decodeUnknownOption(
  Schema.Struct({
    warnings: Schema.Array(Schema.Struct({ path: Schema.String, message: Schema.String })),
  }),
);

/** Prints the warnings of a response, one line each, and removes them from it. */
const printWarnings = Effect.fnUntraced(function* (response: unknown) {
  const decoded = decodeWarnings(response);
  if (Option.isNone(decoded) || !Predicate.isObject(response)) return;
  Reflect.deleteProperty(response, "warnings");
  for (const { path, message } of decoded.value.warnings) {
    yield* Console.error(plainLine(`Warning: ${path === "" ? "" : `${path}: `}${message}`));
  }
});

/** A failure of the client, which knows the id of its request, rather than of what prepared the call. */
interface FailedCall {
  readonly _tag: string;
  readonly message: string;
  readonly issues?: unknown;
}

function isFailedCall(failure: unknown): failure is FailedCall {
  return (
    Predicate.isTagged(failure, "invalid_request") || Predicate.hasProperty(failure, "requestId")
  );
}

function toCallFailed(failure: FailedCall, url: string, caller: Caller): CallFailed {
  if (failure instanceof ServerUnreachable) return unreachable(url, "cannot be reached");
  if (failure instanceof UnexpectedAnswer) {
    return GATEWAY_STATUSES.has(failure.status)
      ? unreachable(url, `answers ${failure.status}`)
      : CallFailed.of(
          "unexpected_answer",
          `the server at ${url} (PARAPH_URL) is not Paraph; check the URL`,
        );
  }
  const { _tag, message, issues } = failure;
  const hint = UNKNOWN_KEY.has(_tag)
    ? `${caller.variable} is not a key that ${url} accepts: ${caller.source}`
    : HINTS[_tag];
  return CallFailed.of(_tag, message, { issues, hint });
}

function unreachable(url: string, problem: string): CallFailed {
  return CallFailed.of("server_unreachable", `${url} (PARAPH_URL) ${problem}`, {
    hint: "is it running? `paraph serve` starts one here",
  });
}

/** The codes for keys that a server does not know. */
const UNKNOWN_KEY: ReadonlySet<string> = new Set([
  "unauthorized",
  "invalid_credentials",
  "missing_or_invalid_authorization",
]);

/** Hints for codes that mean the same in every command. */
const HINTS: Readonly<Record<string, string>> = {
  template_not_found: "`paraph template list` lists the templates of a project",
  version_not_found: "`paraph template versions SLUG` lists the versions",
  catalog_not_found: "`paraph embed catalog list` lists the catalogs",
};

/** The responses of proxies for a server that is down or overloaded. */
const GATEWAY_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);
