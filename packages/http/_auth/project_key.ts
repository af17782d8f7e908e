import { actingAs } from "@paraph/core/audit";
import { Keys, Unauthorized } from "@paraph/core/keys";
import { onBehalfOf } from "@paraph/core/values";
import { Effect, Layer, Redacted } from "effect";
import { HttpApiMiddleware, HttpApiSecurity, OpenApi } from "effect/http-api";

import { RateLimits } from "../_limits/rate_limits.ts";
import { wire } from "../_wire/error.ts";
import { RateLimited } from "../_wire/request_failures.ts";
import { missingBearer } from "./bearer.ts";
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
      const missing = Effect.flatMap(missingBearer("a project key"), (message) =>
        Effect.fail(new Unauthorized({ message })),
      );
      return ProjectKey.of({
        projectKey: Effect.fnUntraced(function* (app, { credential }) {
          const text = Redacted.value(credential);
          const { id, owner } = yield* limits.countFailures(
            text === "" ? missing : keys.authenticate(text, "project"),
          );
          if (owner.kind !== "project") return yield* Unauthorized.badKey;
          yield* limits.byKey(id);
          return yield* Effect.provideService(
            app.pipe(actingAs({ kind: "project_key", id }), onBehalfOf(owner.projectId)),
            CurrentProject,
            owner.projectId,
          );
        }),
      });
    }),
  );
}
