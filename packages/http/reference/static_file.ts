import { createHash } from "node:crypto";

import { acceptedCoding, type Coding, compress } from "@paraph/web";
import { Effect } from "effect";
import { HttpServerRequest, HttpServerResponse } from "effect/http";

import { matchesEtag } from "../_wire/response/etag.ts";

/** A file that is the same until the server is updated. */
interface StaticFile {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Serves a file, compressed if the client accepts it. Clients check after 5 minutes whether it has
 * changed.
 */
export const serveStatic = Effect.fnUntraced(function* (file: StaticFile) {
  const { bytes, contentType } = file;
  // Uninterruptible, so that an aborted request does not discard the work for later ones.
  const inCoding = (coding: Coding) =>
    Effect.cached(Effect.uninterruptible(compress(bytes, coding)));
  const codings = { br: yield* inCoding("br"), gzip: yield* inCoding("gzip") };
  const digest = createHash("sha256").update(bytes).digest("base64url");
  return Effect.gen(function* () {
    const { headers: requestHeaders } = yield* HttpServerRequest.HttpServerRequest;
    const coding = acceptedCoding(requestHeaders["accept-encoding"]);
    const etag = `"${digest}${coding === undefined ? "" : `-${coding}`}"`;
    const headers = {
      ...file.headers,
      "cache-control": "public, max-age=300",
      etag,
      vary: "accept-encoding",
    };
    if (matchesEtag(requestHeaders["if-none-match"], etag))
      return HttpServerResponse.empty({ status: 304, headers });
    if (coding === undefined) return HttpServerResponse.uint8Array(bytes, { contentType, headers });
    return HttpServerResponse.uint8Array(yield* codings[coding], {
      contentType,
      headers: { ...headers, "content-encoding": coding },
    });
  });
});

/** Serves a page in the same way, with its headers. */
export function servePage({ body, headers }: HttpServerResponse.HttpServerResponse) {
  const bytes = body._tag === "Uint8Array" ? body.body : new Uint8Array();
  return serveStatic({ bytes, contentType: headers["content-type"] ?? "text/html", headers });
}
