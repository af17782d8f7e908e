import { actingAs } from "@paraph/core/audit";
import { Keys, Unauthorized } from "@paraph/core/keys";
import { Effect, Layer, Redacted } from "effect";
import { HttpApiMiddleware, HttpApiSecurity, OpenApi } from "effect/http-api";

import { RateLimits } from "../_limits/rate_limits.ts";
import { wire } from "../_wire/error.ts";
import { RateLimited } from "../_wire/request_failures.ts";
import { CurrentProject } from "./current_project.ts";

/** A project key as OpenAPI describes it. */
export const projectKeyScheme = HttpApiSecurity.bearer.pipe(
  HttpApiSecurity.annotate(OpenApi.Description, "A project key: `svc_live_…` or `svc_test_…`"),
);

/** Lets a project key into its own project, as often as its limit allows. */
export class ProjectKey extends HttpApiMiddleware.Service<
  ProjectKey,
  { provides: CurrentProject }
>()("@paraph/http/ProjectKey", {
  security: { projectKey: projectKeyScheme },
  error: [wire(Unauthorized), wire(RateLimited)],
}) {
  static readonly layer = Layer.effect(
    ProjectKey,
    Effect.gen(function* () {
      const keys = yield* Keys;
      const limits = yield* RateLimits;
      return ProjectKey.of({
        projectKey: Effect.fnUntraced(function* (app, { credential }) {
          const { id, owner } = yield* limits.countFailures(
            keys.authenticate(Redacted.value(credential), "project"),
          );
          if (owner.kind !== "project") return yield* Unauthorized.badKey;
          yield* limits.byKey(id);
          return yield* Effect.provideService(
            app.pipe(actingAs({ kind: "project_key", id })),
            CurrentProject,
            owner.projectId,
          );
        }),
      });
    }),
  );
}
