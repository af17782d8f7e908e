import { Schema } from "effect";
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api";

import { wire } from "../_wire/errors/error.ts";
import { RateLimited } from "../_wire/errors/failures.ts";

const Html = HttpApiSchema.StreamUint8Array({ contentType: "text/html" });
const Script = HttpApiSchema.StreamUint8Array({ contentType: "text/javascript" });

/** The session is named by its id; its token stays behind the `#`, where no server sees it. */
const ofSession = {
  // Whatever guests write there is no mistake: there is nobody to tell it to.
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

/** Adds to an operation of OpenAPI the pages of sessions that are none. */
function goneResponses(operation: Record<string, unknown>): Record<string, unknown> {
  const content = { "text/html": { schema: { type: "string" } } };
  const more = {
    404: { description: "A page: there is no such session", content },
    410: { description: "A page: the session has ended", content },
  };
  return { ...operation, responses: Object.assign(more, operation["responses"]) };
}
