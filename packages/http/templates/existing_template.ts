import { type Template, TemplateNotFound, Templates } from "@paraph/core/templates";
import { Context, Effect, Layer } from "effect";
import { HttpRouter } from "effect/http";
import { HttpApiMiddleware } from "effect/http-api";

import { CurrentProject } from "../_auth/project_key.ts";
import { wire } from "../_wire/errors/error.ts";

/** The template in the path. */
export class PathTemplate extends Context.Service<PathTemplate, Template>()(
  "@paraph/http/PathTemplate",
) {}

/**
 * Loads the template in the path before the body is read, so that a missing one is 404 with any
 * body.
 */
export class ExistingTemplate extends HttpApiMiddleware.Service<
  ExistingTemplate,
  { requires: CurrentProject; provides: PathTemplate }
>()("@paraph/http/ExistingTemplate", { error: wire(TemplateNotFound) }) {
  static readonly layer = Layer.effect(
    ExistingTemplate,
    Effect.gen(function* () {
      const templates = yield* Templates;
      return ExistingTemplate.of(
        Effect.fnUntraced(function* (app) {
          const { params } = yield* HttpRouter.RouteContext;
          const template = yield* templates.find(yield* CurrentProject, params["slug"] ?? "");
          return yield* Effect.provideService(app, PathTemplate, template);
        }),
      );
    }),
  );
}
