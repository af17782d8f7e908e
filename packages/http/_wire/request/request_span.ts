import { METRICS, record, spanOf } from "@paraph/core/telemetry";
import { Clock, Context, Effect, Exit, References, Tracer } from "effect";
import type { Headers, HttpServerResponse } from "effect/http";

/** The parts of a request in metrics and traces: the route, never the URL. */
interface RequestRoute {
  readonly method: string;
  /** The declared route, if there is one. */
  readonly route: string | undefined;
}

interface TracedRequest extends RequestRoute {
  readonly headers: Headers.Headers;
  readonly requestId: string;
}

type Response<R> = Effect.Effect<HttpServerResponse.HttpServerResponse, never, R>;

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Unknown methods share one label, because clients can send any number of them. */
function methodLabel(method: string): string {
  return METHODS.has(method) ? method : "_OTHER";
}

/** Records the duration of a request. */
export const recordRequest = (
  { method, route = "unknown" }: RequestRoute,
  status: number,
  seconds: number,
): Effect.Effect<void> =>
  record(METRICS.requestSeconds, seconds, {
    method: methodLabel(method),
    route,
    status: String(status),
  });

/** Probes are not traced. */
const PROBES = new Set(["/healthz", "/readyz", "/metrics"]);

/**
 * Runs a request in a span of the caller's trace (`traceparent`) or of a new one. Attributes have
 * the names of OpenTelemetry, without those that contain URLs.
 */
export const withSpan =
  ({ method, route, headers, requestId }: TracedRequest) =>
  <R>(handler: Response<R>): Response<R> => {
    if (route !== undefined && PROBES.has(route)) return Effect.withTracerEnabled(handler, false);
    const name = METHODS.has(method) ? method : "HTTP";
    const options = {
      kind: "server",
      parent: spanOf(headers["traceparent"]),
      attributes: {
        requestId,
        "http.request.method": methodLabel(method),
        ...(route === undefined ? {} : { "http.route": route }),
      },
    } as const;
    return Effect.useSpan(route === undefined ? name : `${name} ${route}`, options, (span) =>
      tracedResponse(span, requestId, handler),
    );
  };

const tracedResponse = Effect.fnUntraced(function* <R>(
  span: Tracer.Span,
  requestId: string,
  handler: Response<R>,
) {
  const response = yield* insideSpan(span, requestId, handler);
  span.attribute("http.response.status_code", response.status);
  if (response.status >= 500) {
    const error = String(response.status);
    span.attribute("error.type", error);
    span.end(yield* Clock.currentTimeNanos, Exit.fail({ _tag: error }));
  }
  return response;
});

/**
 * Adds the span to the context, and the request id to the spans inside of it. Without a collector nothing
 * reads the attributes of spans.
 */
const insideSpan = <R>(span: Tracer.Span, requestId: string, handler: Response<R>) =>
  Effect.updateContext(handler, (context: Context.Context<R>) => {
    const inSpan = Context.add(context, Tracer.ParentSpan, span);
    return Context.get(context, Tracer.Tracer) === Tracer.nativeTracer
      ? inSpan
      : Context.add(inSpan, References.TracerSpanAnnotations, {
          ...Context.get(context, References.TracerSpanAnnotations),
          requestId,
        });
  });
