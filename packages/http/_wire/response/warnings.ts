import type { Issue } from "@paraph/core/values";
import { Effect, Predicate } from "effect";
import { HttpBody, HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http";

/** The warnings of each request by its source, which all wrappers of the request share. */
const WARNINGS = new WeakMap<object, Array<Issue>>();

/**
 * Adds `warnings` to the response of the current request if it is 2xx and a JSON object (contract
 * §11). Earlier warnings are preserved.
 */
export const warn = Effect.fnUntraced(function* (warnings: ReadonlyArray<Issue>) {
  if (warnings.length === 0) return;
  const { source } = yield* HttpServerRequest.HttpServerRequest;
  const earlier = WARNINGS.get(source);
  if (earlier !== undefined) {
    earlier.push(...warnings);
    return;
  }
  const all = [...warnings];
  WARNINGS.set(source, all);
  yield* HttpEffect.appendPreResponseHandler((_request, response) =>
    Effect.succeed(withWarnings(response, all)),
  );
});

/** Warnings about the `data` of a body, with their paths in the body. */
export function prefixDataPaths(warnings: ReadonlyArray<Issue>): ReadonlyArray<Issue> {
  return warnings.map(({ path, message }) => ({
    path: path === "" ? "data" : `data.${path}`,
    message,
  }));
}

/** Appends to the text instead of encoding it again, because parts of it may be verbatim. */
function withWarnings(
  response: HttpServerResponse.HttpServerResponse,
  warnings: ReadonlyArray<Issue>,
): HttpServerResponse.HttpServerResponse {
  const { status, body } = response;
  if (status < 200 || status > 299 || !Predicate.isTagged(body, "Uint8Array")) return response;
  const { contentType } = body;
  if (!contentType.startsWith("application/json")) return response;
  const text = new TextDecoder().decode(body.body).trimEnd();
  if (!text.startsWith("{") || !text.endsWith("}")) return response;
  const rest = text.slice(0, -1).trimEnd();
  const separator = rest === "{" ? "" : ",";
  const textWithWarnings = `${rest}${separator}"warnings":${JSON.stringify(warnings)}}`;
  return HttpServerResponse.setBody(response, HttpBody.text(textWithWarnings, contentType));
}
