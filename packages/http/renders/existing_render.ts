import { type Render, Renders } from "@paraph/core/renders";
import { NotFound } from "@paraph/core/values";
import { Context, Effect, Layer } from "effect";
import { HttpRouter } from "effect/http";
import { HttpApiMiddleware } from "effect/http-api";

import { CurrentProject } from "../_auth/project_key.ts";
import { wire } from "../_wire/errors/error.ts";

/** The render in the path. */
export class PathRender extends Context.Service<PathRender, Render>()("@paraph/http/PathRender") {}

/**
 * Loads the render in the path before the body is read, so that a missing one is 404 with any
 * body.
 */
export class ExistingRender extends HttpApiMiddleware.Service<
  ExistingRender,
  { requires: CurrentProject; provides: PathRender }
>()("@paraph/http/ExistingRender", { error: wire(NotFound) }) {
  static readonly layer = Layer.effect(
    ExistingRender,
    Effect.gen(function* () {
      const renders = yield* Renders;
      return ExistingRender.of(
        Effect.fnUntraced(function* (app) {
          const { params } = yield* HttpRouter.RouteContext;
          const render = yield* renders.get(yield* CurrentProject, params["id"] ?? "");
          return yield* Effect.provideService(app, PathRender, render);
        }),
      );
    }),
  );
}
