import type { AssetRange, Document, RenderedPdf } from "@paraph/core/renders";
import { Effect } from "effect";
import { HttpServerRequest, HttpServerResponse } from "effect/http";
import { HttpApiSchema } from "effect/http-api";

import { refusal } from "../errors/error_response.ts";
import { byteRange } from "./byte_range.ts";

/** A PDF as an endpoint's success. */
export const Pdf = HttpApiSchema.StreamUint8Array({ contentType: "application/pdf" });

/** Adds to an operation of OpenAPI what a document's endpoint answers besides the whole document. */
export function pdfResponses(operation: Record<string, unknown>): Record<string, unknown> {
  const pdf = { "application/pdf": { schema: { type: "string", format: "binary" } } };
  const code = { type: "string", enum: ["range_not_satisfiable"] };
  const error = { type: "object", properties: { code, message: { type: "string" } } };
  const refusal = { "application/json": { schema: { type: "object", properties: { error } } } };
  const more = {
    206: { description: "The part that Range asks for", content: pdf },
    304: { description: "The caller has the document: If-None-Match names its ETag" },
    416: { description: "range_not_satisfiable", content: refusal },
  };
  return { ...operation, responses: Object.assign(more, operation["responses"]) };
}

/** What is particular about one way to hand out a document. */
export interface PdfHeaders {
  readonly "content-disposition": string;
  readonly "cache-control": string;
}

/**
 * Sends a document, or the part of it that is asked for, or nothing when the caller has it already.
 *
 * @param open Opens the document; it is not read before it is sent.
 */
export const sendPdf = Effect.fnUntraced(function* <E, R>(
  open: (range?: AssetRange) => Effect.Effect<Document, E, R>,
  headersOf: (document: Document) => PdfHeaders,
) {
  const { method, headers: asked } = yield* HttpServerRequest.HttpServerRequest;
  const whole = yield* open();
  const size = whole.totalSize;
  const etag = `"${whole.sha256}"`;
  const headers = { ...headersOf(whole), etag, "accept-ranges": "bytes" };
  if (names(asked["if-none-match"], etag))
    return HttpServerResponse.empty({ status: 304, headers });

  const mayBePart = method === "GET" && (asked["if-range"] ?? etag) === etag;
  const range = mayBePart ? byteRange(asked["range"], size) : undefined;
  if (range === undefined) return pdf(whole.bytes, size, { status: 200, headers });
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
  const response = refusal("range_not_satisfiable", `The document has ${size} bytes`);
  return HttpServerResponse.setHeader(response, "content-range", `bytes */${size}`);
}

/** Whether an `If-None-Match` header names an entity tag (RFC 9110, 13.1.2). */
function names(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const tags = new Set(header.split(",").map((tag) => tag.trim().replace(/^W\//, "")));
  return tags.has(etag) || tags.has("*");
}

/** A PDF that was drawn to be looked at: nobody keeps it, and there is nothing to fetch again. */
export function shownPdf({ bytes }: RenderedPdf): HttpServerResponse.HttpServerResponse {
  return HttpServerResponse.uint8Array(bytes, {
    contentType: "application/pdf",
    headers: { "cache-control": "no-store", "content-disposition": "inline" },
  });
}
