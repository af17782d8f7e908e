import {
  CreateShare,
  EmailedRender,
  EmailRender,
  EmailSendFailed,
  RevokedShare,
  Share,
  ShareList,
} from "@paraph/core/shares";
import { Conflict, NotFound } from "@paraph/core/values";
import { Schema } from "effect";
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api";

import { ProjectKey } from "../_auth/project_key.ts";
import { bodyErrors } from "../_wire/body/json_body.ts";
import { wire } from "../_wire/errors/error.ts";
import { RequestShape } from "../_wire/errors/request_shape.ts";
import { idempotentHeaders } from "../_wire/request/idempotency_key.ts";
import { ExistingRender } from "../renders/existing_render.ts";

const renderParams = { id: Schema.String };

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
          summary: "Share a render, by email with the channel `email`; 200 replayed",
        }),
      ),
    HttpApiEndpoint.get("list", "/v1/renders/:id/shares", {
      params: renderParams,
      success: ShareList,
      error: wire(NotFound),
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List a render's shares, newest first, including revoked ones",
      }),
    ),
    HttpApiEndpoint.delete("revoke", "/v1/renders/:id/shares/:shareId", {
      params: { ...renderParams, shareId: Schema.String },
      success: RevokedShare,
      error: wire(NotFound),
    }).annotateMerge(OpenApi.annotations({ summary: "Revoke a share. Its link stops working" })),
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
          summary: "Email a link to a render and wait until it is sent; 200 replayed",
        }),
      ),
  )
  .middleware(ProjectKey)
  .annotateMerge(OpenApi.annotations({ description: "Share links for viewers." })) {}
