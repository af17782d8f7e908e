import { EngagementSummary, PartnerEvent, Recorded } from "@paraph/core/engagement";
import { NotFound } from "@paraph/core/values";
import { Schema } from "effect";
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api";

import { RenderKey } from "../_auth/project_key.ts";
import { bodyErrors } from "../_wire/body/json_body.ts";
import { PayloadOptions } from "../_wire/body/payload.ts";
import { wire } from "../_wire/errors/error.ts";
import { idempotentHeaders } from "../_wire/request/idempotency_key.ts";
import { ExistingRender } from "../renders/existing_render.ts";

/** The engagement of documents. */
export class EngagementApi extends HttpApiGroup.make("engagement")
  .add(
    HttpApiEndpoint.post("record", "/v1/renders/:id/events", {
      params: { id: Schema.String },
      headers: idempotentHeaders,
      payload: PartnerEvent,
      success: Recorded,
      error: [...bodyErrors],
    })
      .middleware(ExistingRender)
      .annotate(PayloadOptions, { verbatim: ["metadata"] })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Record a custom event. Duplicates within 5 minutes are ignored",
        }),
      ),
    HttpApiEndpoint.get("summary", "/v1/renders/:id/engagement", {
      params: { id: Schema.String },
      success: EngagementSummary,
      error: wire(NotFound),
    }).annotateMerge(OpenApi.annotations({ summary: "Get the engagement of a render's document" })),
  )
  .middleware(RenderKey)
  .annotateMerge(OpenApi.annotations({ description: "The engagement of documents." })) {}
