import { TemplateNotFound, Templates } from "@paraph/core/templates";
import { Effect, Layer } from "effect";
import { HttpRouter } from "effect/http";
import { HttpApiMiddleware } from "effect/http-api";

import { CurrentProject } from "../_auth/project_key.ts";
import { wire } from "../_wire/error.ts";

/** Makes sure that the template in the path exists before anything else of a request is looked at. */
export class LiveTemplate extends HttpApiMiddleware.Service<
  LiveTemplate,
  { requires: CurrentProject }
>()("@paraph/http/LiveTemplate", { error: wire(TemplateNotFound) }) {
  static readonly layer = Layer.effect(
    LiveTemplate,
    Effect.gen(function* () {
      const templates = yield* Templates;
      return LiveTemplate.of(
        Effect.fnUntraced(function* (app) {
          const { params } = yield* HttpRouter.RouteContext;
          yield* templates.find(yield* CurrentProject, params["slug"] ?? "");
          return yield* app;
        }),
      );
    }),
  );
}
