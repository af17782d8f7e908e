import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

import { Effect } from "effect";

/** A content coding that browsers accept for text. */
export type Coding = "br" | "gzip";

/** Nearly the smallest size in a fraction of the time, because a browser may be waiting. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 6 };

/** Compresses bytes in a content coding. */
export function compress(bytes: Uint8Array, coding: Coding): Effect.Effect<Uint8Array> {
  return Effect.promise(() =>
    coding === "br" ? promisify(brotliCompress)(bytes, { params }) : promisify(gzip)(bytes),
  );
}

/** Returns the best coding that an `Accept-Encoding` header allows, undefined for none. */
export function acceptedCoding(header = ""): Coding | undefined {
  const codings = new Set(
    header.split(",").flatMap((each) => {
      const [name = "", weight = ""] = each.toLowerCase().replaceAll(/\s/g, "").split(";");
      return /^q=0(\.0*)?$/.test(weight) ? [] : [name];
    }),
  );
  if (codings.has("br")) return "br";
  return codings.has("gzip") ? "gzip" : undefined;
}
