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

import { EmbedSessionToken } from "../_auth/embed_session.ts";
import { EmbedPartner, FlatEmbedPartner } from "../_auth/partner_key.ts";
import { flatUnprocessableErrors, unprocessableErrors } from "../_wire/body/json_body.ts";
import { PayloadOptions } from "../_wire/body/payload.ts";
import { wire, wireFlat } from "../_wire/errors/error.ts";
import { FlatServerFaults, ServerFaults } from "../_wire/errors/server_faults.ts";
import { idempotentHeaders } from "../_wire/request/idempotency_key.ts";

/** Sessions of the tenants' users. Errors of creation are flat. */
export class EmbedSessionsApi extends HttpApiGroup.make("embedSessions")
  .add(
    HttpApiEndpoint.post("refresh", "/v1/embed/sessions/refresh", {
      headers: idempotentHeaders,
      payload: RefreshSession,
      success: EmbedSession,
      error: [...unprocessableErrors, wire(RefreshFailed)],
    })
      .middleware(EmbedPartner)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Renew a session for 4 hours. Each renew token works once",
          description: [
            "Using a renew token again ends its session, because the token was copied. An idempotent replay",
            "(`Idempotency-Key`) returns the current session with `renew_token: null`.",
          ].join("\n"),
        }),
      ),
    HttpApiEndpoint.delete("end", "/v1/embed/sessions/:id", {
      params: { id: Schema.String },
      success: HttpApiSchema.NoContent,
      error: wire(NotFound),
    })
      .middleware(EmbedPartner)
      .annotateMerge(OpenApi.annotations({ summary: "End a session immediately" })),
    HttpApiEndpoint.get("current", "/v1/embed/session", { success: EmbedContext })
      .middleware(EmbedSessionToken)
      .annotateMerge(OpenApi.annotations({ summary: "Get the context of the session's pages" })),
  )
  .middleware(ServerFaults)
  .add(
    HttpApiEndpoint.post("create", "/v1/embed/sessions", {
      headers: idempotentHeaders,
      payload: CreateSession,
      success: EmbedSession,
      // An idempotent replay fails if its session was erased.
      error: [...flatUnprocessableErrors, wireFlat(CatalogNotFound), wireFlat(NotFound)],
    })
      .middleware(FlatEmbedPartner)
      .middleware(FlatServerFaults)
      .annotate(PayloadOptions, { problemsOf: unknownPermissions })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Create a session for one person. It lasts 4 hours",
          description: [
            "Errors are flat: `{ error: code, message, issues? }`. An idempotent replay (`Idempotency-Key`)",
            "returns the same session with `renew_token: null`.",
          ].join("\n"),
        }),
      ),
  )
  .annotateMerge(
    OpenApi.annotations({
      description:
        "Sessions in which the tenants' users edit templates or fill in forms, in a frame.",
    }),
  ) {}

/** Rejects unknown permissions, because a misspelt one would stay granted. */
function unknownPermissions(body: unknown): ReadonlyArray<Issue> {
  const permissions = Predicate.hasProperty(body, "permissions") ? body.permissions : undefined;
  if (!Predicate.isObject(permissions)) return [];
  const known = new Set<string>(PERMISSIONS);
  return Object.keys(permissions)
    .filter((name) => !known.has(name))
    .map((name) => ({ path: `permissions.${name}`, message: "Unknown permission" }));
}
