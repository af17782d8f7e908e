import { Schema } from "effect";
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api";

import { wire } from "../_wire/errors/error.ts";
import { RateLimited } from "../_wire/errors/failures.ts";
import { describeResponses } from "../_wire/response/describe_responses.ts";
import { htmlPages } from "../_wire/response/openapi.ts";

const Html = HttpApiSchema.StreamUint8Array({ contentType: "text/html" });
const Script = HttpApiSchema.StreamUint8Array({ contentType: "text/javascript" });

const goneResponses = htmlPages({
  404: "An HTML page: the session does not exist.",
  410: "An HTML page: the session has ended.",
});
const shownPage = describeResponses({ 200: "The page." });
const pageResponses = (operation: Record<string, unknown>) => shownPage(goneResponses(operation));

/** The URL has the session's id. Its token is in the fragment, which browsers do not send. */
const sessionPage = {
  // Any query is valid: a viewer cannot act on an error.
  query: {
    session: Schema.optionalKey(
      Schema.Union([Schema.String, Schema.Array(Schema.String)]),
    ).annotateKey({ description: "ID of the session. The first value counts." }),
  },
  success: Html,
  error: wire(RateLimited),
};

/** Pages for frames in the integrators' pages. No key is needed. */
export class EmbedPagesApi extends HttpApiGroup.make("embedPages").add(
  HttpApiEndpoint.get("builder", "/embed/builder", sessionPage).annotateMerge(
    OpenApi.annotations({
      summary: "Show the builder of a session",
      description:
        "The page that `iframe_url` names for the modes `edit`, `create` and `view`. Only the allowed origins of the project may frame it. The session token stays in the fragment of the URL.",
      transform: pageResponses,
    }),
  ),
  HttpApiEndpoint.get("form", "/embed/form", sessionPage).annotateMerge(
    OpenApi.annotations({
      summary: "Show the form of a session",
      description:
        "The page that `iframe_url` names for the mode `fill`. Only the allowed origins of the project may frame it. The session token stays in the fragment of the URL.",
      transform: pageResponses,
    }),
  ),
  HttpApiEndpoint.get("send", "/embed/send", sessionPage).annotateMerge(
    OpenApi.annotations({
      summary: "Show the send page of a session",
      description:
        "The page that `iframe_url` names for the mode `send`. Only the allowed origins of the project may frame it. The session token stays in the fragment of the URL.",
      transform: pageResponses,
    }),
  ),
  HttpApiEndpoint.get("script", "/embed/embed.js", { success: Script }).annotateMerge(
    OpenApi.annotations({
      summary: "Get the embed script",
      description:
        "An ES module that shows the session's pages in your page and passes on their messages.",
      transform: describeResponses({ 200: "The ES module." }),
    }),
  ),
) {}
