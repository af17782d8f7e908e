import { METRICS, record, spanOf } from "@paraph/core/telemetry";
import { Clock, Effect, Exit } from "effect";
import type { Headers, HttpServerResponse } from "effect/http";

/** What may be told of a request: which route it took, never its address. */
interface Taken {
  readonly method: string;
  /** The route as it is declared; absent: there is none. */
  readonly route: string | undefined;
}

type Answered<R> = Effect.Effect<HttpServerResponse.HttpServerResponse, never, R>;

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Anybody can make up methods: those that nobody knows are one. */
function known(method: string): string {
  return METHODS.has(method) ? method : "_OTHER";
}

/** Takes down how long an answer took. */
export const measured =
  ({ method, route = "unknown" }: Taken) =>
  <R>(answered: Answered<R>): Answered<R> =>
    Effect.gen(function* () {
      const begun = yield* Clock.currentTimeNanos;
      const response = yield* answered;
      const seconds = Number((yield* Clock.currentTimeNanos) - begun) / 1e9;
      const labels = { method: known(method), route, status: String(response.status) };
      yield* record(METRICS.requestSeconds, seconds, labels);
      return response;
    });

/** Those who look after servers ask these all the time. */
const PROBES = new Set(["/healthz", "/readyz", "/metrics"]);

/**
 * Answers within a span of the trace that the caller names (`traceparent`), or of one of its own.
 * OpenTelemetry's names, but none that says an address.
 */
export const traced =
  ({ method, route, headers }: Taken & { readonly headers: Headers.Headers }) =>
  <R>(answered: Answered<R>): Answered<R> => {
    if (route !== undefined && PROBES.has(route)) return Effect.withTracerEnabled(answered, false);
    const name = METHODS.has(method) ? method : "HTTP";
    const options = {
      kind: "server",
      parent: spanOf(headers["traceparent"]),
      attributes: {
        "http.request.method": known(method),
        ...(route === undefined ? {} : { "http.route": route }),
      },
    } as const;
    return Effect.useSpan(route === undefined ? name : `${name} ${route}`, options, (span) =>
      Effect.gen(function* () {
        const response = yield* Effect.withParentSpan(answered, span);
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
