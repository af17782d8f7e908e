import { EngagementSummary, PartnerEvent, Recorded } from "@paraph/core/engagement";
import { NotFound } from "@paraph/core/values";
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api";

import { RenderKey } from "../_auth/project_key.ts";
import { bodyErrors } from "../_wire/body/json_body.ts";
import { PayloadOptions } from "../_wire/body/payload.ts";
import { wire } from "../_wire/errors/error.ts";
import { idempotentHeaders } from "../_wire/request/idempotency_key.ts";
import { ExistingRender } from "../renders/existing_render.ts";
import { renderParams } from "../renders/render_params.ts";

/** The engagement of documents. */
export class EngagementApi extends HttpApiGroup.make("engagement")
  .add(
    HttpApiEndpoint.post("record", "/v1/renders/:id/events", {
      params: renderParams,
      headers: idempotentHeaders,
      payload: PartnerEvent,
      success: Recorded,
      error: [...bodyErrors],
    })
      .middleware(ExistingRender)
      .annotate(PayloadOptions, { verbatim: ["metadata"] })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Record an engagement event",
          description: [
            "Records what a viewer did with the document in your app. An event with the same type and IP",
            "address within 5 minutes is a duplicate: it is not stored, and `recorded` is `false`. Each stored",
            "event is also sent to webhooks, such as `document.viewed`.",
          ].join("\n"),
        }),
      ),
    HttpApiEndpoint.get("summary", "/v1/renders/:id/engagement", {
      params: renderParams,
      success: EngagementSummary,
      error: wire(NotFound),
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get the engagement of a render",
        description: [
          "Returns the number of events of each type, and the latest 25 events. Events come from share",
          "pages, emails and your app.",
        ].join("\n"),
      }),
    ),
  )
  .middleware(RenderKey) {}
