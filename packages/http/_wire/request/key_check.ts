import { InvalidRequest, issuesOfSchema } from "@paraph/core/values";
import { Effect, Layer, Option, Result, Schema } from "effect";
import { HttpServerRequest, type HttpServerResponse } from "effect/http";
import { HttpApiMiddleware } from "effect/http-api";

import { errorResponse } from "../errors/error_response.ts";
import { IdempotencyKey } from "./idempotency_key.ts";

const decodeKey = Schema.decodeUnknownResult(IdempotencyKey);

/** The response to a request with a malformed `Idempotency-Key`; none if it is valid or absent. */
export const malformedKey = Effect.map(
  HttpServerRequest.HttpServerRequest,
  (request): Option.Option<HttpServerResponse.HttpServerResponse> => {
    const key = request.headers["idempotency-key"];
    if (key === undefined) return Option.none();
    const result = decodeKey(key);
    if (Result.isSuccess(result)) return Option.none();
    const problems = issuesOfSchema(result.failure.issue);
    const { _tag, message, issues } = InvalidRequest.of(
      problems.map((problem) => ({ ...problem, path: "headers.idempotency-key" })),
    );
    return Option.some(errorResponse(_tag, message, request, issues));
  },
);

/**
 * Rejects malformed idempotency keys on every endpoint, also where keys have no effect, because the
 * client relies on the key.
 */
export class KeyCheck extends HttpApiMiddleware.Service<KeyCheck>()("@paraph/http/KeyCheck") {
  static readonly layer = Layer.succeed(KeyCheck, (app) =>
    Effect.flatMap(malformedKey, Option.match({ onNone: () => app, onSome: Effect.succeed })),
  );
}

interface EndpointsByGroup {
  readonly groups: Readonly<
    Record<string, { readonly endpoints: Readonly<Record<string, EndpointWithMiddlewares>> }>
  >;
}

interface EndpointWithMiddlewares {
  readonly middlewares: ReadonlySet<unknown>;
}

/**
 * Adds {@linkcode KeyCheck} to every endpoint of an API as the innermost middleware.
 * Authentication, rate limits and the resource in the path are checked first (contract §2).
 */
export function checkKeys(api: EndpointsByGroup): void {
  for (const { endpoints } of Object.values(api.groups)) {
    for (const endpoint of Object.values(endpoints)) {
      // The first middleware is the innermost, and `middleware()` adds the outermost.
      Object.assign(endpoint, { middlewares: new Set([KeyCheck, ...endpoint.middlewares]) });
    }
  }
}
