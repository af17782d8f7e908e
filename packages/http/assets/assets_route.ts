import { acceptedCoding, ASSETS, PageAssets } from "@paraph/web";
import { Effect, Layer } from "effect";
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http";

import { errorResponse } from "../_wire/errors/error_response.ts";

/** A worker has the policy of its script, not that of its page. */
const SCRIPT_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** Serves the files of the pages, compressed if the client accepts it. */
export const assetsRoute = Layer.effectDiscard(
  Effect.gen(function* () {
    const router = yield* HttpRouter.HttpRouter;
    const assets = yield* PageAssets;
    const serve = Effect.gen(function* () {
      const { headers, url } = yield* HttpServerRequest.HttpServerRequest;
      const asset = assets.find(nameOf(url));
      if (asset === undefined) return errorResponse("not_found", "No such file");
      const coding = acceptedCoding(headers["accept-encoding"]);
      return HttpServerResponse.uint8Array(yield* asset.read(coding), {
        contentType: asset.contentType,
        headers: {
          "cache-control": "public, max-age=31536000, immutable",
          "content-security-policy": SCRIPT_POLICY,
          "cross-origin-resource-policy": "same-origin",
          vary: "accept-encoding",
          ...(coding === undefined ? {} : { "content-encoding": coding }),
        },
      });
    });
    yield* router.add("GET", `${ASSETS}*`, serve);
  }),
);

function nameOf(url: string): string {
  const [path = ""] = url.split(/[?#]/, 1);
  return path.slice(ASSETS.length);
}
