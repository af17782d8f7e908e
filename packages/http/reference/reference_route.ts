import { fileURLToPath } from "node:url";

import { ReferencePages } from "@paraph/web/reference";
import { Effect, FileSystem, Layer } from "effect";
import { HttpRouter } from "effect/http";

import { servePage, serveStatic } from "./static_file.ts";

/** The path of the OpenAPI document. */
export const OPENAPI = "/openapi.json";

/** The path of its page. */
export const DOCS = "/docs";

/** The document with examples, which `npm run reference` generates. */
const DOCUMENT = fileURLToPath(new URL("../openapi.json", import.meta.url));

/** Serves the OpenAPI document, which tools on other sites may read, and its page. */
export const referenceRoute = Layer.effectDiscard(
  Effect.gen(function* () {
    const router = yield* HttpRouter.HttpRouter;
    const fs = yield* FileSystem.FileSystem;
    const bytes = yield* Effect.orDie(fs.readFile(DOCUMENT));
    const document = yield* serveStatic({
      bytes,
      contentType: "application/json",
      headers: {
        "access-control-allow-origin": "*",
        "cross-origin-resource-policy": "cross-origin",
      },
    });
    yield* router.add("GET", OPENAPI, document);
    const pages = yield* ReferencePages;
    // The page of a large document takes time, and most servers never show it.
    const page = yield* Effect.cached(
      Effect.suspend(() =>
        servePage(pages.show(JSON.parse(new TextDecoder().decode(bytes)), OPENAPI)),
      ),
    );
    yield* router.add("GET", DOCS, Effect.flatten(page));
  }),
);
