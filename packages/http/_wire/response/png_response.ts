import { Effect } from "effect";
import { HttpServerRequest, HttpServerResponse } from "effect/http";
import { HttpApiSchema } from "effect/http-api";

import { matchesEtag } from "./etag.ts";

/** The image of a page. */
export const Png = HttpApiSchema.StreamUint8Array({ contentType: "image/png" });

/**
 * Sends an image, or nothing if the client has it (304).
 *
 * @param version Changes with the image.
 * @param draw Draws the image; it does not run if the client has it.
 */
export const sendPng = Effect.fnUntraced(function* <E, R>(
  version: string,
  draw: () => Effect.Effect<Uint8Array, E, R>,
) {
  const { headers: requestHeaders } = yield* HttpServerRequest.HttpServerRequest;
  const etag = `"${version}"`;
  const headers = { etag, "cache-control": "private, max-age=3600" };
  return matchesEtag(requestHeaders["if-none-match"], etag)
    ? HttpServerResponse.empty({ status: 304, headers })
    : HttpServerResponse.uint8Array(yield* draw(), { contentType: "image/png", headers });
});
