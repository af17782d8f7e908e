import { Schema } from "effect";
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api";

import { wire } from "../_wire/errors/error.ts";
import { RateLimited } from "../_wire/errors/failures.ts";
import { htmlPages } from "../_wire/response/openapi.ts";

const Html = HttpApiSchema.StreamUint8Array({ contentType: "text/html" });
const Script = HttpApiSchema.StreamUint8Array({ contentType: "text/javascript" });

const goneResponses = htmlPages({
  404: "An HTML page: the session does not exist",
  410: "An HTML page: the session has ended",
});

/** The URL has the session's id. Its token is in the fragment, which browsers do not send. */
const sessionPage = {
  // Any query is valid: a viewer cannot act on an error.
  query: {
    session: Schema.optionalKey(Schema.Union([Schema.String, Schema.Array(Schema.String)])),
  },
  success: Html,
  error: wire(RateLimited),
};

/** Pages for frames in the tenants' pages. No key is needed. */
export class EmbedPagesApi extends HttpApiGroup.make("embedPages")
  .add(
    HttpApiEndpoint.get("builder", "/embed/builder", sessionPage).annotateMerge(
      OpenApi.annotations({ summary: "The builder page of a session", transform: goneResponses }),
    ),
    HttpApiEndpoint.get("form", "/embed/form", sessionPage).annotateMerge(
      OpenApi.annotations({ summary: "The form page of a session", transform: goneResponses }),
    ),
    HttpApiEndpoint.get("script", "/embed/embed.js", { success: Script }).annotateMerge(
      OpenApi.annotations({
        summary: "The ES module that shows these pages in the tenants' pages",
      }),
    ),
  )
  .annotateMerge(
    OpenApi.annotations({
      description: "Pages that only the allowed origins of the session's tenant may frame.",
    }),
  ) {}
