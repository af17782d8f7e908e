import {
  CatalogNotFound,
  CreateSession,
  EmbedContext,
  EmbedSession,
  PERMISSIONS,
  RefreshFailed,
  RefreshSession,
} from "@paraph/core/embed";
import { type Issue, NotFound } from "@paraph/core/values";
import { Predicate, Schema } from "effect";
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api";

import { EmbedSessionToken } from "../../_auth/embed_session.ts";
import { IntegratorKey, FlatIntegratorKey } from "../../_auth/integrator_key.ts";
import { flatUnprocessableErrors, unprocessableErrors } from "../../_wire/body/json_body.ts";
import { PayloadOptions } from "../../_wire/body/payload.ts";
import { wire, wireFlat } from "../../_wire/errors/error.ts";
import { FlatServerErrors, ServerErrors } from "../../_wire/errors/server_faults.ts";
import { idempotentHeaders } from "../../_wire/request/idempotency_key.ts";
import { describeResponses } from "../../_wire/response/describe_responses.ts";

/** Sessions of the tenants' users. Errors of creation are flat. */
export class EmbedSessionsApi extends HttpApiGroup.make("embedSessions")
  .add(
    HttpApiEndpoint.post("refresh", "/v1/embed/sessions/refresh", {
      headers: idempotentHeaders,
      payload: RefreshSession,
      success: EmbedSession,
      error: [...unprocessableErrors, wire(RefreshFailed)],
    })
      .middleware(IntegratorKey)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Renew an embed session",
          description:
            "Issues new tokens and extends the session by 4 hours from now; possible until 24 hours after it expired. Each renew token works once: a second use ends the session, because the token was copied. An idempotent replay (`Idempotency-Key`) returns the current session with `renew_token: null`.",
          transform: describeResponses({ 200: "The session with its new tokens." }),
        }),
      ),
    HttpApiEndpoint.delete("end", "/v1/embed/sessions/:id", {
      params: { id: Schema.String.annotate({ description: "ID of the session." }) },
      success: HttpApiSchema.NoContent.annotate({ description: "The session has ended." }),
      error: wire(NotFound),
    })
      .middleware(IntegratorKey)
      .annotateMerge(
        OpenApi.annotations({
          summary: "End an embed session",
          description:
            "Ends the session immediately: its tokens stop working. Ending it again has no effect.",
        }),
      ),
    HttpApiEndpoint.get("current", "/v1/embed/session", { success: EmbedContext })
      .middleware(EmbedSessionToken)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Get the context of an embed session",
          description:
            "The tenant, user, scope, permissions and appearance of the session, for its pages. Needs the session token.",
        }),
      ),
  )
  .middleware(ServerErrors)
  .add(
    HttpApiEndpoint.post("create", "/v1/embed/sessions", {
      headers: idempotentHeaders,
      payload: CreateSession,
      success: EmbedSession,
      // An idempotent replay fails if its session was erased.
      error: [...flatUnprocessableErrors, wireFlat(CatalogNotFound), wireFlat(NotFound)],
    })
      .middleware(FlatIntegratorKey)
      .middleware(FlatServerErrors)
      .annotate(PayloadOptions, { problemsOf: unknownPermissions })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Create an embed session",
          description:
            "Creates a session of 4 hours for one user, with tokens and the URL for a frame. Call it from your server and pass `iframe_url` to your page. An idempotent replay (`Idempotency-Key`) returns the same session with `renew_token: null`. Errors are flat: `{ error: code, message, issues? }`.",
          transform: describeResponses({ 200: "The session with its tokens." }),
        }),
      ),
  ) {}

/** Rejects unknown permissions, because a misspelt one would stay granted. */
function unknownPermissions(body: unknown): ReadonlyArray<Issue> {
  const permissions = Predicate.hasProperty(body, "permissions") ? body.permissions : undefined;
  if (!Predicate.isObject(permissions)) return [];
  const knownPermissions = new Set<string>(PERMISSIONS);
  return Object.keys(permissions)
    .filter((name) => !knownPermissions.has(name))
    .map((name) => ({ path: `permissions.${name}`, message: "Unknown permission" }));
}
