import { StorageUnavailable } from "@paraph/core/renders";
import { NotFound } from "@paraph/core/values";
import { Schema } from "effect";
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api";

import { EmbeddingKey } from "../_auth/integrator_key.ts";
import { wire } from "../_wire/errors/error.ts";
import { Pdf, pdfResponses } from "../_wire/response/pdf_response.ts";

/** Downloads for the integrators' own servers. */
export class EmbedApi extends HttpApiGroup.make("embed")
  .add(
    HttpApiEndpoint.get("download", "/v1/embed/renders/:id/download", {
      params: { id: Schema.String.annotate({ description: "ID of the render." }) },
      success: Pdf,
      error: [wire(NotFound), wire(StorageUnavailable)],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Download the PDF of a render",
        description:
          "The PDF for display in the browser, for servers of integrators with the project key. Returns 404 until the render has succeeded. Supports range and conditional requests.",
        transform: pdfResponses,
      }),
    ),
  )
  .middleware(EmbeddingKey) {}
