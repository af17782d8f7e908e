import { StorageUnavailable } from "@paraph/core/renders";
import { NotFound } from "@paraph/core/values";
import { Schema } from "effect";
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api";

import { PartnerKey } from "../_auth/partner_key.ts";
import { wire } from "../_wire/errors/error.ts";
import { Pdf, pdfResponses } from "../_wire/response/pdf_response.ts";

/** Downloads for the tenants' own servers. */
export class EmbedApi extends HttpApiGroup.make("embed")
  .add(
    HttpApiEndpoint.get("download", "/v1/embed/renders/:id/download", {
      params: { id: Schema.String },
      success: Pdf,
      error: [wire(NotFound), wire(StorageUnavailable)],
    }).annotateMerge(
      OpenApi.annotations({ summary: "Download a render's PDF", transform: pdfResponses }),
    ),
  )
  .middleware(PartnerKey)
  .annotateMerge(OpenApi.annotations({ description: "Downloads for the tenants' own servers." })) {}
