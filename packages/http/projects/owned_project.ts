import { type Project, Projects } from "@paraph/core/projects";
import { NotFound } from "@paraph/core/values";
import { Context, Effect, Layer } from "effect";
import { HttpRouter } from "effect/http";
import { HttpApiMiddleware } from "effect/http-api";

import { CurrentAccount } from "../_auth/account_key.ts";
import { wire } from "../_wire/errors/error.ts";

/** The project that the path names, which the caller owns. */
export class PathProject extends Context.Service<PathProject, Project>()(
  "@paraph/http/PathProject",
) {}

/** Makes sure that the project in the path is the caller's before anything else of a request is looked at. */
export class OwnedProject extends HttpApiMiddleware.Service<
  OwnedProject,
  { requires: CurrentAccount; provides: PathProject }
>()("@paraph/http/OwnedProject", { error: wire(NotFound) }) {
  static readonly layer = Layer.effect(
    OwnedProject,
    Effect.gen(function* () {
      const projects = yield* Projects;
      return OwnedProject.of(
        Effect.fnUntraced(function* (app) {
          const { params } = yield* HttpRouter.RouteContext;
          const project = yield* projects.get(yield* CurrentAccount, params["id"] ?? "");
          return yield* Effect.provideService(app, PathProject, project);
        }),
      );
    }),
  );
}
