import { actingAs } from "@paraph/core/audit";
import { PublicUrls } from "@paraph/core/values";
import { Cause, Clock, Effect, Option, type Types } from "effect";
import { SecureRandom } from "effect/crypto";
import { HttpRouter, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http";

import { SourceIp } from "../../_limits/source_ip.ts";
import { BodyRefused } from "../body/body_memory.ts";
import { type Asked, refusal } from "../errors/error_response.ts";
import { isPassingFault } from "../errors/transient_fault.ts";
import { headersOf } from "../response/response_headers.ts";
import { CrossOrigin } from "./cross_origin.ts";
import { malformedKey } from "./idempotency_key.ts";
import type { KnownRoute } from "./known_routes.ts";
import { ownRequestId, REQUEST_ID } from "./request_id.ts";
import { measured, traced } from "./request_span.ts";
import { beginRequest, withinTime } from "./request_time.ts";

/**
 * What every exchange has: an id on everything it leaves behind, one line in the log, and a body in
 * the contract's form whatever went wrong.
 *
 * The line names the route, never the URL: paths and queries carry tokens.
 */
export const exchange = (routeOf: (url: string) => KnownRoute | undefined) =>
  HttpRouter.middleware(
    Effect.gen(function* () {
      const random = yield* SecureRandom.SecureRandom;
      const crossOrigin = yield* CrossOrigin;
      const source = yield* SourceIp;
      const hasTls = (yield* PublicUrls).base.startsWith("https:");
      return Effect.fnUntraced(function* (
        app: Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled>,
      ): Effect.fn.Return<
        HttpServerResponse.HttpServerResponse,
        Types.unhandled,
        HttpServerRequest.HttpServerRequest
      > {
        const { headers, method, url } = yield* HttpServerRequest.HttpServerRequest;
        const requestId = ownRequestId(headers) ?? (yield* random.uuidV7());
        const route = routeOf(url);
        const asked = { requestId, route, method, url };
        const time = yield* beginRequest;
        // Endpoints check the key themselves, when the credential is known.
        const malformed = route?.isEndpoint === false ? yield* malformedKey : Option.none();
        const known = Option.match(malformed, {
          onSome: (refused) => Effect.succeed(refused),
          onNone: () =>
            route === undefined
              ? Effect.succeed(noSuchPath(asked))
              : withinTime(time, app, late(asked)),
        });
        const response = yield* crossOrigin.preflight(route).pipe(
          Effect.flatMap((preflight) =>
            preflight === undefined ? known : Effect.succeed(preflight),
          ),
          Effect.catchCause((cause) => refuse(cause, asked)),
          Effect.flatMap(crossOrigin.tellErrors),
          actingAs({ requestId, sourceIp: (yield* source.current) ?? null }),
          written(method),
          measured({ method, route: route?.path }),
          Effect.annotateLogs({ requestId, route: route?.path ?? "unknown" }),
          traced({ method, route: route?.path, headers }),
          Effect.annotateSpans({ requestId }),
        );
        return HttpServerResponse.setHeaders(response, {
          ...(response.status === 401 && takesKey(url) ? { "www-authenticate": "Bearer" } : {}),
          ...headersOf(response, hasTls),
          ...(time.isCutOff ? { connection: "close" } : {}),
          [REQUEST_ID]: requestId,
        });
      });
    }),
    { global: true },
  );

/** Leaves a line in the log. */
const written =
  (method: string) =>
  <R>(answered: Effect.Effect<HttpServerResponse.HttpServerResponse, never, R>) =>
    Effect.gen(function* () {
      const started = yield* Clock.currentTimeMillis;
      const response = yield* answered;
      const durationMs = (yield* Clock.currentTimeMillis) - started;
      yield* Effect.logInfo("request").pipe(
        Effect.annotateLogs({ method, status: response.status, durationMs }),
      );
      return response;
    });

/** Inbound hooks are opened by their address and a signature. */
function takesKey(url: string): boolean {
  return !url.startsWith("/v1/hooks/");
}

/** What a failure that no endpoint speaks for is answered with. */
const refuse = Effect.fnUntraced(function* (cause: Cause.Cause<unknown>, asked: Exchanged) {
  const { requestId, route, method } = asked;
  if (isRouteNotFound(cause)) {
    return route === undefined ? noSuchPath(asked) : wrongMethod(route, method);
  }
  if (Cause.hasInterruptsOnly(cause)) {
    if (isClientAbort(cause)) return NOBODY_THERE;
    return refusal("not_ready", "The server is shutting down", asked);
  }
  const refused = bodyRefused(cause);
  if (refused !== undefined) return tryAgain(refused.message, asked);
  if (isPassingFault(cause)) {
    yield* Effect.logWarning("The database does not answer", cause);
    return tryAgain("The database does not answer; try again soon", asked);
  }
  yield* Effect.logError("request failed", cause);
  return refusal("internal_error", `Something went wrong here; its id is ${requestId}`, asked);
});

/** The response to a request that took too long. What it has not committed by now is rolled back. */
const late = (asked: Exchanged) =>
  Effect.as(
    Effect.logWarning("A request took too long"),
    tryAgain("The request took too long; try again soon", asked),
  );

function tryAgain(message: string, asked: Asked): HttpServerResponse.HttpServerResponse {
  return HttpServerResponse.setHeader(refusal("not_ready", message, asked), "retry-after", "1");
}

/** What was asked for, and under which id. */
interface Exchanged extends Asked {
  readonly requestId: string;
  readonly route: KnownRoute | undefined;
}

/** Never sent, for the client has gone; the log shows it as nginx does. */
const NOBODY_THERE = HttpServerResponse.empty({ status: 499 });

function noSuchPath(asked: Asked): HttpServerResponse.HttpServerResponse {
  return refusal("not_found", "No such path", asked);
}

function bodyRefused(cause: Cause.Cause<unknown>): BodyRefused | undefined {
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
  const response = refusal("method_not_allowed", `This path answers to ${allow}`, {
    method,
    url: path,
  });
  return HttpServerResponse.setHeader(response, "allow", allow);
}
