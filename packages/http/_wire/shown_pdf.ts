import type { RenderedPdf } from "@paraph/core/renders";
import { HttpServerResponse } from "effect/http";

/** A PDF that was drawn to be looked at: nobody keeps it, and there is nothing to fetch again. */
export function shownPdf({ bytes }: RenderedPdf): HttpServerResponse.HttpServerResponse {
  return HttpServerResponse.uint8Array(bytes, {
    contentType: "application/pdf",
    headers: { "cache-control": "no-store", "content-disposition": "inline" },
  });
}
