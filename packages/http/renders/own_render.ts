import { Renders } from "@paraph/core/renders";
import { NotFound } from "@paraph/core/values";
import { Effect, Layer } from "effect";
import { HttpRouter } from "effect/http";
import { HttpApiMiddleware } from "effect/http-api";

import { CurrentProject } from "../_auth/project_key.ts";
import { wire } from "../_wire/errors/error.ts";

/** Makes sure that the render in the path is the project's before anything else of a request is looked at. */
export class OwnRender extends HttpApiMiddleware.Service<OwnRender, { requires: CurrentProject }>()(
  "@paraph/http/OwnRender",
  { error: wire(NotFound) },
) {
  static readonly layer = Layer.effect(
    OwnRender,
    Effect.gen(function* () {
      const renders = yield* Renders;
      return OwnRender.of(
        Effect.fnUntraced(function* (app) {
          const { params } = yield* HttpRouter.RouteContext;
          yield* renders.get(yield* CurrentProject, params["id"] ?? "");
          return yield* app;
        }),
      );
    }),
  );
}
