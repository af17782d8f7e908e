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

/** Sessions of partners' users. Errors of their creation are flat. */
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
          summary: "Go on with a session for 4 hours; each renew token works once",
          description: [
            "A renew token that is used again ends its session: it was copied. Repeated under its",
            "`Idempotency-Key` the request answers the session as it is now; `renew_token` is null then.",
          ].join("\n"),
        }),
      ),
    HttpApiEndpoint.delete("end", "/v1/embed/sessions/:id", {
      params: { id: Schema.String },
      success: HttpApiSchema.NoContent,
      error: wire(NotFound),
    })
      .middleware(EmbedPartner)
      .annotateMerge(
        OpenApi.annotations({ summary: "End a session at once; one that is over stays over" }),
      ),
    HttpApiEndpoint.get("current", "/v1/embed/session", { success: EmbedContext })
      .middleware(EmbedSessionToken)
      .annotateMerge(
        OpenApi.annotations({ summary: "Read what the pages of the session work with" }),
      ),
  )
  .middleware(ServerFaults)
  .add(
    HttpApiEndpoint.post("create", "/v1/embed/sessions", {
      headers: idempotentHeaders,
      payload: CreateSession,
      success: EmbedSession,
      // The session of an idempotency key may be erased at a replay.
      error: [...flatUnprocessableErrors, wireFlat(CatalogNotFound), wireFlat(NotFound)],
    })
      .middleware(FlatEmbedPartner)
      .middleware(FlatServerFaults)
      .annotate(PayloadOptions, { problemsOf: unknownPermissions })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Open a session for one person: 4 hours",
          description: [
            "Errors are flat: `{ error: code, message, issues? }`. Repeated under its `Idempotency-Key`",
            "the request answers the same session; `renew_token` is null then.",
          ].join("\n"),
        }),
      ),
  )
  .annotateMerge(
    OpenApi.annotations({
      description:
        "Sessions in which partners' users design templates or fill in forms, inside of a frame.",
    }),
  ) {}

/** A permission that is denied under an unknown name would be granted. */
function unknownPermissions(body: unknown): ReadonlyArray<Issue> {
  const wanted = Predicate.hasProperty(body, "permissions") ? body.permissions : undefined;
  if (!Predicate.isObject(wanted)) return [];
  const known = new Set<string>(PERMISSIONS);
  return Object.keys(wanted)
    .filter((name) => !known.has(name))
    .map((name) => ({ path: `permissions.${name}`, message: "No such permission" }));
}
