import { actingAs } from "@paraph/core/audit";
import { Forbidden, Keys, Unauthorized } from "@paraph/core/keys";
import { onBehalfOf } from "@paraph/core/values";
import { Effect, Layer, Redacted } from "effect";
import { HttpApiMiddleware } from "effect/http-api";

import { RateLimits } from "../_limits/rate_limits.ts";
import { wire } from "../_wire/error.ts";
import { RateLimited } from "../_wire/request_failures.ts";
import { missingBearer } from "./bearer.ts";
import { CurrentProject } from "./current_project.ts";
import { projectKeyScheme } from "./project_key.ts";

/**
 * Lets a project key in as `ProjectKey` does, and tells those whose project was deleted that it was
 * (interface, a render's events and engagement).
 */
export class RenderKey extends HttpApiMiddleware.Service<RenderKey, { provides: CurrentProject }>()(
  "@paraph/http/RenderKey",
  {
    security: { projectKey: projectKeyScheme },
    error: [wire(Unauthorized), wire(Forbidden), wire(RateLimited)],
  },
) {
  static readonly layer = Layer.effect(
    RenderKey,
    Effect.gen(function* () {
      const keys = yield* Keys;
      const limits = yield* RateLimits;
      const missing = Effect.flatMap(missingBearer("a project key"), (message) =>
        Effect.fail(new Unauthorized({ message })),
      );
      return RenderKey.of({
        projectKey: Effect.fnUntraced(function* (app, { credential }) {
          const text = Redacted.value(credential);
          const { id, owner } = yield* limits.countFailures(
            text === "" ? missing : keys.authenticateProject(text),
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
