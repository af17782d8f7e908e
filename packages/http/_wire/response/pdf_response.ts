import type { CombinedDocument } from "@paraph/core/builtin_provider";
import type { AssetRange, Document, RenderedPdf } from "@paraph/core/renders";
import { Effect } from "effect";
import { HttpServerRequest, HttpServerResponse } from "effect/http";
import { HttpApiSchema } from "effect/http-api";

import { errorResponse } from "../errors/error_response.ts";
import { byteRange } from "./byte_range.ts";
import { describeResponses } from "./describe_responses.ts";
import { matchesEtag } from "./etag.ts";

/** A PDF as the success of an endpoint. */
export const Pdf = HttpApiSchema.StreamUint8Array({ contentType: "application/pdf" });

/** Adds the responses to conditional and range requests to an OpenAPI operation. */
export function pdfResponses(operation: Record<string, unknown>): Record<string, unknown> {
  const pdf = { "application/pdf": { schema: { type: "string", format: "binary" } } };
  const errorResponse = { "application/json": { schema: UNSATISFIABLE } };
  const additional = {
    206: { description: "The requested range of the PDF.", content: pdf },
    304: { description: "Not modified: `If-None-Match` has the document's `ETag`." },
    416: {
      description: `\`range_not_satisfiable\`: ${UNSATISFIABLE.description}`,
      content: errorResponse,
    },
  };
  const describe = describeResponses({ 200: "The whole PDF." });
  const { responses, ...rest } = describe(operation);
  return { ...rest, responses: Object.assign(additional, responses) };
}

/** The body of a 416 as JSON Schema. */
const UNSATISFIABLE = {
  type: "object",
  description: "The document has no such bytes. Send a range within the document's size.",
  properties: {
    error: {
      type: "object",
      description: "The error.",
      properties: {
        code: {
          type: "string",
          enum: ["range_not_satisfiable"],
          description: "The stable code, for programs.",
        },
        message: {
          type: "string",
          description: "What is wrong, as text for people. The wording may change.",
        },
      },
    },
  },
};

/** The headers that differ between the endpoints of a document. */
export interface PdfHeaders {
  readonly "content-disposition": string;
  readonly "cache-control": string;
}

/**
 * Sends a document: whole (200), the requested range (206), or nothing if the client has it (304).
 *
 * @param open Opens the document as a stream.
 */
export const sendPdf = Effect.fnUntraced(function* <E, R>(
  open: (range?: AssetRange) => Effect.Effect<Document, E, R>,
  headersOf: (document: Document) => PdfHeaders,
) {
  const { method, headers: requestHeaders } = yield* HttpServerRequest.HttpServerRequest;
  const document = yield* open();
  const size = document.totalSize;
  const etag = `"${document.sha256}"`;
  const headers = { ...headersOf(document), etag, "accept-ranges": "bytes" };
  if (matchesEtag(requestHeaders["if-none-match"], etag))
    return HttpServerResponse.empty({ status: 304, headers });

  const allowsRange = method === "GET" && (requestHeaders["if-range"] ?? etag) === etag;
  const range = allowsRange ? byteRange(requestHeaders["range"], size) : undefined;
  if (range === undefined) return pdf(document.bytes, size, { status: 200, headers });
  if (range === "unsatisfiable") return unsatisfiable(size);
  const { offset, length } = range;
  const part = yield* open(range);
  const contentRange = `bytes ${offset}-${offset + length - 1}/${size}`;
  const partial = { ...headers, "content-range": contentRange };
  return pdf(part.bytes, length, { status: 206, headers: partial });
});

function pdf(
  bytes: Document["bytes"],
  contentLength: number,
  options: { readonly status: number; readonly headers: Record<string, string> },
): HttpServerResponse.HttpServerResponse {
  const contentType = "application/pdf";
  return HttpServerResponse.stream(bytes, { ...options, contentType, contentLength });
}

function unsatisfiable(size: number): HttpServerResponse.HttpServerResponse {
  const response = errorResponse("range_not_satisfiable", `The document has ${size} bytes`);
  return HttpServerResponse.setHeader(response, "content-range", `bytes */${size}`);
}

/** Sends a combined file. It is signed for this response, so no part of it can be requested later. */
export function sendCombinedPdf(
  document: CombinedDocument,
  headersOf: (document: CombinedDocument) => PdfHeaders,
): HttpServerResponse.HttpServerResponse {
  return HttpServerResponse.uint8Array(document.bytes, {
    contentType: "application/pdf",
    headers: { ...headersOf(document), "cache-control": "no-store" },
  });
}

/** A preview, which is neither stored nor cached. */
export function inlinePdf({ bytes }: RenderedPdf): HttpServerResponse.HttpServerResponse {
  return HttpServerResponse.uint8Array(bytes, {
    contentType: "application/pdf",
    headers: { "cache-control": "no-store", "content-disposition": "inline" },
  });
}
