import { EngagementEvent } from "@paraph/core/engagement";
import {
  CreateShare,
  EmailedRender,
  EmailRender,
  EmailSendFailed,
  RevokedShare,
  Share,
  ShareList,
  SharePage,
  ShareQuery,
} from "@paraph/core/shares";
import { Conflict, InvalidRequest, NotFound, PageEnd, PageQuery } from "@paraph/core/values";
import { Schema } from "effect";
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api";

import { ProjectKey } from "../_auth/project_key.ts";
import { bodyErrors } from "../_wire/body/json_body.ts";
import { wire } from "../_wire/errors/error.ts";
import { RequestShape } from "../_wire/errors/request_shape.ts";
import { idempotentHeaders } from "../_wire/request/idempotency_key.ts";
import { describeResponses } from "../_wire/response/describe_responses.ts";
import { ExistingRender } from "../renders/existing_render.ts";
import { renderParams } from "../renders/render_params.ts";

const ShareEventPage = Schema.Struct({
  events: Schema.Array(EngagementEvent).annotateKey({ description: "The events, newest first." }),
  ...PageEnd,
}).annotate({ identifier: "ShareEventPage", description: "A page of the events of a share." });

/** Share links of renders. */
export class SharesApi extends HttpApiGroup.make("shares")
  .add(
    HttpApiEndpoint.post("create", "/v1/renders/:id/shares", {
      params: renderParams,
      headers: idempotentHeaders,
      payload: CreateShare,
      success: [Share.pipe(HttpApiSchema.status(201)), Share.pipe(HttpApiSchema.status(200))],
      error: [...bodyErrors, wire(Conflict)],
    })
      .middleware(RequestShape)
      .middleware(ExistingRender)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Share a render",
          description: [
            "Creates a link to the document of a succeeded render. With the channel `email`, Paraph also emails",
            "the link in the background, with retries. Use `POST /v1/renders/{id}/email` to wait for the",
            "result. Idempotent with `Idempotency-Key`.",
          ].join("\n"),
          transform: describeResponses({
            201: "The new share.",
            200: "An idempotent replay: the first share in its current state.",
          }),
        }),
      ),
    HttpApiEndpoint.get("list", "/v1/renders/:id/shares", {
      params: renderParams,
      success: ShareList,
      error: wire(NotFound),
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List the shares of a render",
        description: [
          "Returns all shares, newest first, including revoked and expired ones. The list includes",
          "`shareToken` and `shareUrl`, so that you can recover a lost link.",
        ].join("\n"),
      }),
    ),
    HttpApiEndpoint.get("listOfProject", "/v1/shares", {
      query: ShareQuery,
      success: SharePage,
      error: wire(InvalidRequest),
    })
      .middleware(RequestShape)
      .annotateMerge(
        OpenApi.annotations({
          summary: "List the shares of the project",
          description:
            "Returns the shares of all renders, newest first, including revoked and expired ones. Follow `nextCursor` for the next page.",
        }),
      ),
    HttpApiEndpoint.get("events", "/v1/shares/:shareId/events", {
      params: { shareId: Schema.String.annotate({ description: "The ID of the share." }) },
      query: Schema.Struct(PageQuery),
      success: ShareEventPage,
      error: [wire(InvalidRequest), wire(NotFound)],
    })
      .middleware(RequestShape)
      .annotateMerge(
        OpenApi.annotations({
          summary: "List the events of a share",
          description:
            "Returns what happened through a share, newest first: views, downloads, prints, its email, its creation and its revocation.",
        }),
      ),
    HttpApiEndpoint.delete("revoke", "/v1/renders/:id/shares/:shareId", {
      params: {
        ...renderParams,
        shareId: Schema.String.annotate({ description: "The ID of the share." }),
      },
      success: RevokedShare,
      error: wire(NotFound),
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Revoke a share",
        description: [
          "Revokes the link immediately and permanently. Its page responds with 410, and a queued email is",
          "not sent. A share can be revoked once: a second request returns 404.",
        ].join("\n"),
      }),
    ),
    HttpApiEndpoint.post("email", "/v1/renders/:id/email", {
      params: renderParams,
      headers: idempotentHeaders,
      payload: EmailRender,
      success: [
        EmailedRender.pipe(HttpApiSchema.status(201)),
        EmailedRender.pipe(HttpApiSchema.status(200)),
      ],
      error: [...bodyErrors, wire(Conflict), wire(EmailSendFailed)],
    })
      .middleware(RequestShape)
      .middleware(ExistingRender)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Email a render",
          description: [
            "Creates a share, emails its link, and responds when the mail server has accepted the email. If",
            "the attempt fails or takes more than 25 seconds, the response is 502 and the link is revoked. A",
            "failed request does not use up its `Idempotency-Key`.",
          ].join("\n"),
          transform: describeResponses({
            201: "The share whose link was emailed.",
            200: "An idempotent replay: the share of the first request.",
          }),
        }),
      ),
  )
  .middleware(ProjectKey) {}
