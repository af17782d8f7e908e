import { acceptedLanguage, acceptsType } from "@paraph/core/values";
import { LandingPages } from "@paraph/web/landing";
import { Context, Effect, Layer } from "effect";
import type { HttpServerRequest, HttpServerResponse } from "effect/http";

import { failingDependencies, Readiness } from "../health/readiness.ts";

/** The pages for people at addresses that the API does not have (contract §11). */
export class VisitorPages extends Context.Service<
  VisitorPages,
  {
    /** The page for a request that asks for HTML; undefined for other requests. */
    readonly pageFor: (
      request: HttpServerRequest.HttpServerRequest,
    ) => Effect.Effect<HttpServerResponse.HttpServerResponse | undefined>;
  }
>()("@paraph/http/VisitorPages") {
  static readonly layer = Layer.effect(
    VisitorPages,
    Effect.gen(function* () {
      const { start, unknown } = yield* LandingPages;
      const readiness = yield* Readiness;
      return {
        pageFor: Effect.fnUntraced(function* ({ method, url, headers }) {
          if (method !== "GET" && method !== "HEAD") return undefined;
          if (!acceptsType(headers["accept"], "text/html")) return undefined;
          const language = acceptedLanguage(headers["accept-language"]);
          if (!/^\/(\?|$)/.test(url)) return unknown(language);
          const failing = yield* Effect.provideService(failingDependencies, Readiness, readiness);
          return start(language, failing.length === 0);
        }),
      };
    }),
  ).pipe(Layer.provide(LandingPages.layer));
}
