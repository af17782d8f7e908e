import type { Issue } from "@paraph/core/values";
import { Effect, Predicate } from "effect";
import { HttpBody, HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http";

/** What is remarked on a request, by what it came as: the same thing however often it is wrapped. */
const WARNINGS = new WeakMap<object, Array<Issue>>();

/**
 * Adds `warnings` to the response of the current request, if that is 2xx and a JSON object (contract §11).
 * Earlier ones stay.
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

/** Remarks on the `data` of a body, under their paths in the body. */
export function atData(warnings: ReadonlyArray<Issue>): ReadonlyArray<Issue> {
  return warnings.map(({ path, message }) => ({
    path: path === "" ? "data" : `data.${path}`,
    message,
  }));
}

/** The text is added to, not written again: parts of it may be kept verbatim. */
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
  const warned = `${rest}${separator}"warnings":${JSON.stringify(warnings)}}`;
  return HttpServerResponse.setBody(response, HttpBody.text(warned, contentType));
}
