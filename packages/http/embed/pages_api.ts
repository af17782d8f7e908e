import { Schema } from "effect";
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api";

import { wire } from "../_wire/errors/error.ts";
import { RateLimited } from "../_wire/errors/failures.ts";
import { htmlPages } from "../_wire/response/openapi.ts";

const Html = HttpApiSchema.StreamUint8Array({ contentType: "text/html" });
const Script = HttpApiSchema.StreamUint8Array({ contentType: "text/javascript" });

const goneResponses = htmlPages({
  404: "A page: there is no such session",
  410: "A page: the session has ended",
});

/** The session is named by its id; its token stays behind the `#`, where no server sees it. */
const ofSession = {
  // Any query is valid: a viewer cannot act on an error.
  query: {
    session: Schema.optionalKey(Schema.Union([Schema.String, Schema.Array(Schema.String)])),
  },
  success: Html,
  error: wire(RateLimited),
};

/** What browsers show inside of partners' pages; no key. */
export class EmbedPagesApi extends HttpApiGroup.make("embedPages")
  .add(
    HttpApiEndpoint.get("builder", "/embed/builder", ofSession).annotateMerge(
      OpenApi.annotations({
        summary: "The page that a session designs templates on",
        transform: goneResponses,
      }),
    ),
    HttpApiEndpoint.get("form", "/embed/form", ofSession).annotateMerge(
      OpenApi.annotations({
        summary: "The page that a session fills in a form on",
        transform: goneResponses,
      }),
    ),
    HttpApiEndpoint.get("script", "/embed/embed.js", { success: Script }).annotateMerge(
      OpenApi.annotations({ summary: "What partners' pages show those with: an ES module" }),
    ),
  )
  .annotateMerge(
    OpenApi.annotations({
      description:
        "Pages that may be framed by the origins of the session's partner, and by no others.",
    }),
  ) {}
