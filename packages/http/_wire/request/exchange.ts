import { CurrentActor } from "@paraph/core/audit";
import { PublicUrls } from "@paraph/core/values";
import { Cause, Clock, Context, Effect, Option, References, type Types } from "effect";
import { SecureRandom } from "effect/crypto";
import { HttpRouter, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http";

import { SourceIp } from "../../_limits/source_ip.ts";
import { VisitorPages } from "../../landing/visitor_pages.ts";
import { BodyRefused } from "../body/body_memory.ts";
import { type RequestTarget, errorResponse } from "../errors/error_response.ts";
import { isTransientFailure } from "../errors/transient_fault.ts";
import { withLocationUrl } from "../response/location.ts";
import { headersOf } from "../response/response_headers.ts";
import { CrossOrigin } from "./cross_origin.ts";
import { malformedKey } from "./key_check.ts";
import type { KnownRoute } from "./known_routes.ts";
import { LocalAccess } from "./local_access.ts";
import { clientRequestId, REQUEST_ID } from "./request_id.ts";
import { recordRequest, withSpan } from "./request_span.ts";
import { beginRequest, type RequestTime, withDeadline } from "./request_time.ts";

/**
 * The middleware of every request: a request id in response, logs and traces, one log line, and an error body
 * of the contract for any failure.
 *
 * The log line names the route, never the URL: paths and queries carry tokens.
 */
export const exchange = (routeOf: (url: string) => KnownRoute | undefined) =>
  HttpRouter.middleware(
    Effect.gen(function* () {
      const random = yield* SecureRandom.SecureRandom;
      const crossOrigin = yield* CrossOrigin;
      const source = yield* SourceIp;
      const local = yield* LocalAccess;
      const visitorPages = yield* VisitorPages;
      const { base } = yield* PublicUrls;
      const hasTls = base.startsWith("https:");

      /** The response of the endpoint, unless the request is refused before. */
      const routeResponse = Effect.fnUntraced(function* (app: App, target: ExchangeTarget) {
        const { request, route, time } = target;
        if (!(yield* local.mayUseServer)) return notLocal(target);
        const preflight =
          request.method === "OPTIONS" ? yield* crossOrigin.preflight(route) : undefined;
        if (preflight !== undefined) return preflight;
        if (route === undefined)
          return (yield* visitorPages.pageFor(request)) ?? unknownPath(target);
        // Endpoints check the key themselves, after authentication.
        const invalidKey = route.isEndpoint ? Option.none() : yield* malformedKey;
        if (Option.isSome(invalidKey)) return invalidKey.value;
        return yield* withDeadline(time, app, timeoutResponse(target));
      });

      const loggedResponse = Effect.fnUntraced(function* (app: App, target: ExchangeTarget) {
        const { method, route } = target;
        const startedAt = yield* Clock.currentTimeNanos;
        const response = yield* Effect.catchCause(routeResponse(app, target), (cause) =>
          failureResponse(cause, target),
        );
        const { status } = response;
        const locatedResponse = withLocationUrl(
          status < 400 ? response : yield* crossOrigin.exposeErrors(response),
          base,
        );
        const seconds = Number((yield* Clock.currentTimeNanos) - startedAt) / 1e9;
        const durationMs = Math.round(seconds * 1000);
        yield* Effect.annotateLogs(Effect.logInfo("request"), { method, status, durationMs });
        yield* recordRequest({ method, route: route?.path }, status, seconds);
        return locatedResponse;
      });

      return Effect.fnUntraced(function* (
        app: App,
      ): Effect.fn.Return<
        HttpServerResponse.HttpServerResponse,
        Types.unhandled,
        HttpServerRequest.HttpServerRequest
      > {
        const request = yield* HttpServerRequest.HttpServerRequest;
        const { headers, method, url } = request;
        const requestId = clientRequestId(headers) ?? (yield* random.uuidV7());
        const knownRoute = routeOf(url);
        const isHidden = knownRoute?.isLocal === true && !(yield* local.mayUseInbox);
        const route = isHidden ? undefined : knownRoute;
        const time = beginRequest();
        const target = { request, requestId, route, method, url, time };
        const sourceIp = (yield* source.current) ?? null;
        const response = yield* loggedResponse(app, target).pipe(
          withRequestIdentity(target, sourceIp),
          withSpan({ method, route: route?.path, headers, requestId }),
        );
        return HttpServerResponse.setHeaders(response, {
          ...(response.status === 401 ? challengeOf(url) : {}),
          ...headersOf(response, hasTls),
          ...(time.isCutOff ? { connection: "close" } : {}),
          [REQUEST_ID]: requestId,
        });
      });
    }),
    { global: true },
  );

/** Sets the actor and the log annotations of a request in one step, because each step copies the context. */
const withRequestIdentity =
  ({ requestId, route }: ExchangeTarget, sourceIp: string | null) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.updateContext(effect, (context: Context.Context<R>) => {
      const actor = { ...Context.get(context, CurrentActor), requestId, sourceIp };
      const annotations = {
        ...Context.get(context, References.CurrentLogAnnotations),
        requestId,
        route: route?.path ?? "unknown",
      };
      return Context.add(context, CurrentActor, actor).pipe(
        Context.add(References.CurrentLogAnnotations, annotations),
      );
    });

/** How a request authenticates. Email services send their password only after a challenge for one. */
function challengeOf(url: string): Readonly<Record<string, string>> {
  if (url.startsWith("/v1/hooks/mail/")) return { "www-authenticate": 'Basic realm="Paraph"' };
  return url.startsWith("/v1/hooks/") ? {} : { "www-authenticate": "Bearer" };
}

/** The response to a failure that the endpoint does not declare. */
const failureResponse = Effect.fnUntraced(function* (
  cause: Cause.Cause<unknown>,
  target: ExchangeTarget,
) {
  const { requestId, route, method } = target;
  if (isRouteNotFound(cause)) {
    return route === undefined ? unknownPath(target) : wrongMethod(route, method);
  }
  if (Cause.hasInterruptsOnly(cause)) {
    if (isClientAbort(cause)) return CLIENT_GONE;
    return errorResponse("not_ready", "The server is shutting down", target);
  }
  const response = bodyRefusal(cause);
  if (response !== undefined) return unavailableResponse(response.message, target);
  if (isTransientFailure(cause)) {
    yield* Effect.logWarning("The database does not respond", cause);
    return unavailableResponse("The database does not respond; try again soon", target);
  }
  yield* Effect.logError("request failed", cause);
  return errorResponse("internal_error", `Internal error. Its request id is ${requestId}`, target);
});

/** The response to a request over its deadline. Its open transaction is rolled back. A running batch is completed. */
const timeoutResponse = (target: ExchangeTarget) =>
  Effect.map(Effect.logWarning("A request took too long"), () =>
    unavailableResponse("The request took too long; try again soon", target),
  );

function unavailableResponse(
  message: string,
  target: RequestTarget,
): HttpServerResponse.HttpServerResponse {
  return HttpServerResponse.setHeader(
    errorResponse("not_ready", message, target),
    "retry-after",
    "1",
  );
}

/** The response of an endpoint. */
type App = Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled>;

/** A request, its id, its route and its time. */
interface ExchangeTarget extends RequestTarget {
  readonly request: HttpServerRequest.HttpServerRequest;
  readonly requestId: string;
  readonly route: KnownRoute | undefined;
  readonly time: RequestTime;
}

/** Not sent: the client closed the connection. The log shows 499, as nginx does. */
const CLIENT_GONE = HttpServerResponse.empty({ status: 499 });

function unknownPath(target: RequestTarget): HttpServerResponse.HttpServerResponse {
  return errorResponse("not_found", "No such path", target);
}

function notLocal(target: RequestTarget): HttpServerResponse.HttpServerResponse {
  return errorResponse("forbidden", "Only this server's own machine may use it", target);
}

function bodyRefusal(cause: Cause.Cause<unknown>): BodyRefused | undefined {
  const defects = cause.reasons.filter(Cause.isDieReason).map(({ defect }) => defect);
  return defects.find((defect) => defect instanceof BodyRefused);
}

function isRouteNotFound(cause: Cause.Cause<unknown>): boolean {
  return cause.reasons.some(
    (reason) =>
      Cause.isFailReason(reason) &&
      HttpServerError.isHttpServerError(reason.error) &&
      reason.error.reason._tag === "RouteNotFound",
  );
}

function isClientAbort(cause: Cause.Cause<unknown>): boolean {
  return cause.reasons.some(({ annotations }) => annotations.has(HttpServerError.ClientAbort.key));
}

function wrongMethod(
  { path, methods }: KnownRoute,
  method: string,
): HttpServerResponse.HttpServerResponse {
  const allow = [...methods].join(", ");
  const response = errorResponse("method_not_allowed", `Method not allowed. Allowed: ${allow}`, {
    method,
    url: path,
  });
  return HttpServerResponse.setHeader(response, "allow", allow);
}
