import { readVariable, WrongSettings } from "@paraph/app/settings";
import {
  ParaphClient,
  type Resources,
  ServerUnreachable,
  UnexpectedResponse,
} from "@paraph/http/client";
import { Console, Effect, Layer, Option, Predicate, Schema } from "effect";
import { FetchHttpClient } from "effect/http";

import { type Caller, type CallerName, CALLERS } from "../describe.ts";
import { readProfile } from "../environment/profiles.ts";
import { DEFAULT_URL, isServerUrl, trimSlashes, WRONG_URL } from "../environment/server_url.ts";
import { type InputNames, noNames, renamedIssues } from "../input_names.ts";
import { notFoundHint } from "../not_found.ts";
import { CallFailed } from "../terminal/failure.ts";
import { plainLine } from "../terminal/plain_text.ts";

export type { Resources } from "@paraph/http/client";

/** A server, with a caller's key, and where its URL comes from. */
interface Target {
  readonly url: string;
  readonly key: string;
  readonly source: string;
}

/**
 * Reads the URL of the server and the caller's key: from the profile of `--profile`, else from the
 * environment, else from the default profile. A profile's key is sent only to the URL of the profile.
 */
export const readTarget = Effect.fnUntraced(function* (caller: Caller) {
  const profile = yield* readProfile;
  const isForced = profile?.by === "--profile";
  const ownUrl = isForced ? "" : yield* readVariable("PARAPH_URL");
  const source = ownUrl !== "" || profile === undefined ? "PARAPH_URL" : `profile ${profile.name}`;
  const url = trimSlashes(ownUrl || profile?.url || DEFAULT_URL);
  const profileKey = caller.profileKey === undefined ? undefined : profile?.[caller.profileKey];
  const ownKey =
    isForced && caller.profileKey !== undefined ? "" : yield* readVariable(caller.variable);
  const key = ownKey || (url === profile?.url ? (profileKey ?? "") : "");
  const problems = [...(isServerUrl(url) ? [] : [WRONG_URL]), ...keyProblems(caller, key, profile)];
  if (problems.length > 0) return yield* new WrongSettings({ message: problems.join("\n") });
  const target: Target = { url, key, source };
  return target;
});

/** The URL of the server that a caller uses. */
export const serverUrl = (callerName: CallerName) =>
  Effect.map(readTarget(CALLERS[callerName]), ({ url }) => url);

function keyProblems(
  caller: Caller,
  key: string,
  profile: { readonly name: string; readonly by: string | undefined } | undefined,
): ReadonlyArray<string> {
  if (caller.isKey(key)) return [];
  const { variable, allowed, holds, profileKey } = caller;
  if (profile?.by === "--profile" && profileKey !== undefined) {
    const login = `\`paraph login --profile ${profile.name}\` stores one`;
    return [`--profile ${profile.name} does not contain ${holds}; ${login}`];
  }
  const next = profileKey === undefined ? "" : "; `paraph login` stores one";
  const problem = key === "" ? "is missing" : `is not ${holds}`;
  return [`${variable} ${problem}; allowed: ${allowed}${next}`];
}

/**
 * Calls the server with the key of a caller, and prints the warnings of the response to standard error.
 * Failures of the call become {@linkcode CallFailed}, other failures stay.
 */
export const callServer = Effect.fnUntraced(function* <A, E, R>(
  callerName: CallerName,
  call: (paraph: Resources) => Effect.Effect<A, E, R>,
  names: InputNames = noNames,
) {
  const caller: Caller = CALLERS[callerName];
  return yield* callTarget(yield* readTarget(caller), caller, call, names);
});

/** Calls one server with one key, as {@linkcode callServer} does. */
export const callTarget = Effect.fnUntraced(function* <A, E, R>(
  target: Target,
  caller: Caller,
  call: (paraph: Resources) => Effect.Effect<A, E, R>,
  names: InputNames = noNames,
) {
  const { url, key } = target;
  // A person waits: retries take two seconds, unless the server names a time.
  const retry = { attempts: 3, firstPause: "500 millis" } as const;
  const server = Layer.provide(ParaphClient.layer({ url, key, retry }), FetchHttpClient.layer);
  const response = yield* Effect.flatMap(ParaphClient, call).pipe(
    Effect.provide(server),
    Effect.mapError((failure) =>
      isFailedCall(failure) ? toCallFailed(failure, target, caller, names) : failure,
    ),
  );
  yield* printWarnings(response, names);
  return response;
});

const decodeWarnings = Schema.decodeUnknownOption(
  Schema.Struct({
    warnings: Schema.Array(Schema.Struct({ path: Schema.String, message: Schema.String })),
  }),
);

/**
 * Prints the warnings of a response, one line each, and removes them from it, except from a render, whose
 * field they are.
 */
const printWarnings = Effect.fnUntraced(function* (response: unknown, names: InputNames) {
  const result = decodeWarnings(response);
  if (Option.isNone(result) || !Predicate.isObject(response)) return;
  if (!("completedAt" in response)) Reflect.deleteProperty(response, "warnings");
  for (const { path, message } of result.value.warnings) {
    const name = path === "" ? "" : `${names(path)}: `;
    yield* Console.error(plainLine(`Warning: ${name}${message}`));
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

function toCallFailed(
  failure: FailedCall,
  { url, source }: Target,
  caller: Caller,
  names: InputNames,
): CallFailed {
  const server = `${url} (${source})`;
  if (failure instanceof ServerUnreachable) return unreachable(server, "cannot be reached");
  if (failure instanceof UnexpectedResponse) {
    return GATEWAY_STATUSES.has(failure.status)
      ? unreachable(server, `responds with ${failure.status}`)
      : CallFailed.of("unexpected_answer", `the server at ${server} is not Paraph; check the URL`);
  }
  const { _tag, message, issues } = failure;
  const hint = UNKNOWN_KEY.has(_tag)
    ? `${caller.variable} is not a key that ${url} accepts: ${caller.source}`
    : hintOf(_tag, message, names);
  // Issues of data are under the paths of the manifest, all others under those of the body.
  const bodyNames: InputNames =
    _tag === "invalid_input_data" ? (path) => names(`data.${path}`) : names;
  return CallFailed.of(_tag, message, { issues: renamedIssues(issues, bodyNames), hint });
}

/** The failure of a server that cannot be reached. */
export function unreachable(server: string, problem: string): CallFailed {
  return CallFailed.of("server_unreachable", `${server} ${problem}`, {
    hint: "is it running? `paraph serve` starts one here, `paraph demo` one with an example",
  });
}

/** The codes for keys that a server does not know. */
const UNKNOWN_KEY: ReadonlySet<string> = new Set([
  "unauthorized",
  "missing_or_invalid_authorization",
]);

/** What to do about a failure, by its code and by the flags and arguments of the command. */
function hintOf(code: string, message: string, names: InputNames): string | undefined {
  if (code === "not_found") return notFoundHint(message, names);
  const hint = HINTS[code];
  const [key, name] = [ERROR_FIELDS[code] ?? "", names(ERROR_FIELDS[code] ?? "")];
  return hint === undefined || name === key ? hint : `check ${name}; ${hint}`;
}

/** The fields that failures with certain codes are about. */
const ERROR_FIELDS: Readonly<Record<string, string>> = {
  template_not_found: "slug",
  version_not_found: "options.versionNumber",
};

/** Hints for codes that mean the same in every command. */
const HINTS: Readonly<Record<string, string>> = {
  invalid_request: "correct these and run the command again; --help describes its input",
  invalid_input_data: "correct the data; `paraph template get SLUG` lists the variables",
  invalid_credentials:
    "check the key; `paraph org update EXTERNAL-ORG-ID --embed` allows a project to embed",
  template_not_found: "`paraph template list` lists the templates of a project",
  version_not_found: "`paraph template versions SLUG` lists the versions",
  catalog_not_found: "`paraph embed catalog list` lists the catalogs",
};

/** The responses of proxies for a server that is down or overloaded. */
const GATEWAY_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);
