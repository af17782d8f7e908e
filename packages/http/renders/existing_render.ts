import { Renders } from "@paraph/core/renders";
import { NotFound } from "@paraph/core/values";
import { Effect, Layer } from "effect";
import { HttpRouter } from "effect/http";
import { HttpApiMiddleware } from "effect/http-api";

import { CurrentProject } from "../_auth/project_key.ts";
import { wire } from "../_wire/errors/error.ts";

/**
 * Checks the render in the path before the body is read, so that a missing one is 404 with any
 * body.
 */
export class ExistingRender extends HttpApiMiddleware.Service<
  ExistingRender,
  { requires: CurrentProject }
>()("@paraph/http/ExistingRender", { error: wire(NotFound) }) {
  static readonly layer = Layer.effect(
    ExistingRender,
    Effect.gen(function* () {
      const renders = yield* Renders;
      return ExistingRender.of(
        Effect.fnUntraced(function* (app) {
          const { params } = yield* HttpRouter.RouteContext;
          yield* renders.get(yield* CurrentProject, params["id"] ?? "");
          return yield* app;
        }),
      );
    }),
  );
}
