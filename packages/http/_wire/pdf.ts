import type { AssetRange, Document } from "@paraph/core/renders";
import { Effect } from "effect";
import { HttpServerRequest, HttpServerResponse } from "effect/http";
import { HttpApiSchema } from "effect/http-api";

import { byteRange } from "./byte_range.ts";
import { refusal } from "./refusal.ts";

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
  const etag = `"${whole.sha256}"`;
  const headers = { ...headersOf(whole), etag, "accept-ranges": "bytes" };
  if (names(asked["if-none-match"], etag))
    return HttpServerResponse.empty({ status: 304, headers });

  const mayBePart = method === "GET" && (asked["if-range"] ?? etag) === etag;
  const range = mayBePart ? byteRange(asked["range"], whole.totalSize) : undefined;
  if (range === "unsatisfiable") {
    return HttpServerResponse.setHeader(
      refusal("range_not_satisfiable", `The document has ${whole.totalSize} bytes`),
      "content-range",
      `bytes */${whole.totalSize}`,
    );
  }
  const contentType = "application/pdf";
  if (range === undefined) {
    return HttpServerResponse.stream(whole.bytes, {
      ...{ contentType, headers },
      contentLength: whole.totalSize,
    });
  }
  const { offset, length } = range;
  const part = yield* open(range);
  const contentRange = `bytes ${offset}-${offset + length - 1}/${whole.totalSize}`;
  return HttpServerResponse.stream(part.bytes, {
    ...{ status: 206, contentType, contentLength: length },
    headers: { ...headers, "content-range": contentRange },
  });
});

/** Whether an `If-None-Match` header names an entity tag (RFC 9110, 13.1.2). */
function names(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const tags = header.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes(etag) || tags.includes("*");
}

/** `inline` under a name that any script can be written in (RFC 6266). */
export function inlineAs(filename: string): string {
  const ascii = filename.replaceAll(/[^\x20-\x7e]|["\\]/g, "_");
  const encoded = encodeURIComponent(filename.toWellFormed()).replaceAll(/['()*]/g, percent);
  return `inline; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

function percent(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
}
