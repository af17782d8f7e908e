import { Partners, PartnerSuspended } from "@paraph/core/admin";
import { actingAs } from "@paraph/core/audit";
import { InvalidCredentials, MissingAuthorization } from "@paraph/core/keys";
import { onBehalfOf } from "@paraph/core/values";
import { Effect, Layer, Redacted } from "effect";
import { HttpApiMiddleware } from "effect/http-api";

import { RateLimits } from "../_limits/rate_limits.ts";
import { wire } from "../_wire/error.ts";
import { RateLimited } from "../_wire/request_failures.ts";
import { CurrentProject } from "./current_project.ts";
import { partnerLogin } from "./partner_login.ts";
import { projectKeyScheme } from "./project_key.ts";

/**
 * Lets a project key in as the secret of an embed partner: the same key, refused in other words, and
 * refused too where embedding is off or the partner suspended. Projects that were never provisioned
 * have no partner to suspend: their keys fetch their own documents here.
 */
export class PartnerKey extends HttpApiMiddleware.Service<
  PartnerKey,
  { provides: CurrentProject }
>()("@paraph/http/PartnerKey", {
  security: { projectKey: projectKeyScheme },
  error: [
    wire(MissingAuthorization),
    wire(InvalidCredentials),
    wire(PartnerSuspended),
    wire(RateLimited),
  ],
}) {
  static readonly layer = Layer.effect(
    PartnerKey,
    Effect.gen(function* () {
      const authenticate = yield* partnerLogin;
      const partners = yield* Partners;
      const limits = yield* RateLimits;
      return PartnerKey.of({
        projectKey: Effect.fnUntraced(function* (app, { credential }) {
          const text = Redacted.value(credential);
          const { id, project } = yield* limits.countFailures(authenticate(text));
          yield* partners.admit(project);
          yield* limits.byKey(id);
          return yield* Effect.provideService(
            app.pipe(actingAs({ kind: "project_key", id }), onBehalfOf(project)),
            CurrentProject,
            project,
          );
        }),
      });
    }),
  );
}
