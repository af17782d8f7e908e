import { Schema } from "effect";
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api";

import { PublicLimit } from "../_limits/public_limit.ts";
import { describeResponses } from "../_wire/response/describe_responses.ts";
import { htmlPages } from "../_wire/response/openapi.ts";

const Html = HttpApiSchema.StreamUint8Array({ contentType: "text/html" });

const certificateParams = {
  id: Schema.String.annotate({ description: "ID of the signature request." }),
  code: Schema.String.annotate({
    description:
      "The first 32 hexadecimal digits of the last hash in the audit trail of the certificate.",
  }),
};

const page = describeResponses({ 200: "The verification page." });
const result = describeResponses({ 200: "The verification page with the result." });
const unknown = htmlPages({ 404: "An HTML page: the certificate is not known." });
const unchecked = htmlPages({
  400: "An HTML page: the form has no file.",
  413: "An HTML page: the file is larger than 32 MB.",
});

/** The form that a browser sends. */
const withFile = (operation: Record<string, unknown>): Record<string, unknown> => ({
  ...operation,
  requestBody: {
    required: true,
    content: {
      "multipart/form-data": {
        schema: {
          type: "object",
          description: "The form of the page.",
          properties: {
            file: { type: "string", format: "binary", description: "The PDF to check." },
          },
          required: ["file"],
        },
      },
    },
  },
});

/** The pages for people who check signed documents. No key is needed. */
export class VerifyApi extends HttpApiGroup.make("verify")
  .add(
    HttpApiEndpoint.get("show", "/verify", { success: Html }).annotateMerge(
      OpenApi.annotations({
        summary: "Show the verification page",
        description: "The page on which anyone checks a signed PDF or a certificate.",
        transform: page,
      }),
    ),
    HttpApiEndpoint.post("check", "/verify", { success: Html }).annotateMerge(
      OpenApi.annotations({
        summary: "Check a file",
        description:
          "Checks that a PDF is unchanged since this server signed it digitally, by the rules of `paraph verify`, and shows the result. The file is not stored.",
        transform: (operation) => withFile(result(unchecked(operation))),
      }),
    ),
    HttpApiEndpoint.get("request", "/verify/:id/:code", {
      params: certificateParams,
      success: Html,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Show the request of a certificate",
        description:
          "The page of the QR code on a certificate: the name of the document, the sender, who signed and when, and the SHA-256 of the document. It shows no addresses of recipients and not the document.",
        transform: (operation) => page(unknown(operation)),
      }),
    ),
    HttpApiEndpoint.post("checkOfRequest", "/verify/:id/:code", {
      params: certificateParams,
      success: Html,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Check a file of a certificate's request",
        description:
          "Checks a file like `POST /verify`, and whether it is the signed document or the certificate of the request. The file is not stored.",
        transform: (operation) => withFile(result(unknown(unchecked(operation)))),
      }),
    ),
  )
  .middleware(PublicLimit) {}
