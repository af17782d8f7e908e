import { METRICS, record, spanOf } from "@paraph/core/telemetry";
import { Clock, Effect, Exit } from "effect";
import type { Headers, HttpServerResponse } from "effect/http";

/** The parts of a request in metrics and traces: the route, never the URL. */
interface RequestRoute {
  readonly method: string;
  /** The declared route, if there is one. */
  readonly route: string | undefined;
}

type Response<R> = Effect.Effect<HttpServerResponse.HttpServerResponse, never, R>;

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Unknown methods share one label, because clients can send any number of them. */
function methodLabel(method: string): string {
  return METHODS.has(method) ? method : "_OTHER";
}

/** Records the duration of a request. */
export const withMetrics =
  ({ method, route = "unknown" }: RequestRoute) =>
  <R>(handler: Response<R>): Response<R> =>
    Effect.gen(function* () {
      const startedAt = yield* Clock.currentTimeNanos;
      const response = yield* handler;
      const seconds = Number((yield* Clock.currentTimeNanos) - startedAt) / 1e9;
      const labels = { method: methodLabel(method), route, status: String(response.status) };
      yield* record(METRICS.requestSeconds, seconds, labels);
      return response;
    });

/** Probes are not traced. */
const PROBES = new Set(["/healthz", "/readyz", "/metrics"]);

/**
 * Runs a request in a span of the caller's trace (`traceparent`) or of a new one. Attributes have
 * the names of OpenTelemetry, without those that contain URLs.
 */
export const withSpan =
  ({ method, route, headers }: RequestRoute & { readonly headers: Headers.Headers }) =>
  <R>(handler: Response<R>): Response<R> => {
    if (route !== undefined && PROBES.has(route)) return Effect.withTracerEnabled(handler, false);
    const name = METHODS.has(method) ? method : "HTTP";
    const options = {
      kind: "server",
      parent: spanOf(headers["traceparent"]),
      attributes: {
        "http.request.method": methodLabel(method),
        ...(route === undefined ? {} : { "http.route": route }),
      },
    } as const;
    return Effect.useSpan(route === undefined ? name : `${name} ${route}`, options, (span) =>
      Effect.gen(function* () {
        const response = yield* Effect.withParentSpan(handler, span);
        span.attribute("http.response.status_code", response.status);
        if (response.status >= 500) {
          const error = String(response.status);
          span.attribute("error.type", error);
          span.end(yield* Clock.currentTimeNanos, Exit.fail({ _tag: error }));
        }
        return response;
      }),
    );
  };
