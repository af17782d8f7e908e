import { spawn } from "node:child_process";

import { Effect, Option, Schema } from "effect";
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http";

import { CALLERS } from "../describe.ts";
import { CallFailed } from "../terminal/failure.ts";
import { readTarget, unreachable } from "./client.ts";

const Link = Schema.Struct({ url: Schema.String, expiresAt: Schema.String });

const decodeLink = Schema.decodeUnknownOption(Link);

const decodeError = Schema.decodeUnknownOption(
  Schema.Struct({ error: Schema.Struct({ code: Schema.String, message: Schema.String }) }),
);

/** Creates a link that signs in to the console once, with the rights of the caller's key. */
export const createConsoleLink = Effect.fnUntraced(function* (callerName: "project" | "account") {
  const caller = CALLERS[callerName];
  const { url, key, source } = yield* readTarget(caller);
  const server = `${url} (${source})`;
  const exchange = HttpClientRequest.post(`${url}/console/links`).pipe(
    HttpClientRequest.bearerToken(key),
    HttpClient.execute,
    Effect.flatMap((response) =>
      Effect.map(Effect.option(response.json), (json) => Option.getOrUndefined(json)),
    ),
    Effect.mapError(() => unreachable(server, "cannot be reached")),
  );
  const body = yield* Effect.provide(exchange, FetchHttpClient.layer);
  const link = decodeLink(body);
  if (Option.isSome(link)) return link.value;
  const failure = decodeError(body);
  if (Option.isNone(failure)) {
    const message = `the server at ${server} is not Paraph, or has no console; check the URL`;
    return yield* CallFailed.of("unexpected_answer", message);
  }
  const { code, message } = failure.value.error;
  const hint = code === "unauthorized" ? caller.source : undefined;
  return yield* CallFailed.of(code, message, { hint });
});

/** The command that opens a URL, by platform. */
const OPENERS: Readonly<Record<string, readonly [string, ...ReadonlyArray<string>]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
  linux: ["xdg-open"],
};

/** Opens a URL in the browser of this machine; does nothing if there is none. */
export const openInBrowser = (url: string) =>
  Effect.sync(() => {
    const [command = "", ...args] = OPENERS[process.platform] ?? [];
    if (command === "") return;
    // The URL is printed too, so a machine without a browser is no failure.
    spawn(command, [...args, url], { detached: true, stdio: "ignore" })
      .on("error", () => {})
      .unref();
  });
