import { Projects, type StoredProject } from "@paraph/core/projects";
import { NotFound } from "@paraph/core/values";
import { Context, Effect, Layer } from "effect";
import { HttpRouter } from "effect/http";
import { HttpApiMiddleware } from "effect/http-api";

import { CurrentAccount } from "../_auth/account_key.ts";
import { wire } from "../_wire/errors/error.ts";

/** The caller's project in the path. */
export class PathProject extends Context.Service<PathProject, StoredProject>()(
  "@paraph/http/PathProject",
) {}

/**
 * Loads the project in the path before the body is read, so that projects of other accounts are 404
 * with any body.
 */
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
