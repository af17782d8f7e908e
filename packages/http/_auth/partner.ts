import { Partners, PartnerSuspended } from "@paraph/core/admin";
import { actingAs } from "@paraph/core/audit";
import { InvalidCredentials, MissingAuthorization } from "@paraph/core/keys";
import { onBehalfOf } from "@paraph/core/values";
import { Effect, Layer, Redacted } from "effect";
import { HttpApiMiddleware } from "effect/http-api";

import { RateLimits } from "../_limits/rate_limits.ts";
import { wire, wireFlat } from "../_wire/error.ts";
import { RateLimited } from "../_wire/request_failures.ts";
import { CurrentProject } from "./current_project.ts";
import { partnerLogin } from "./partner_login.ts";
import { projectKeyScheme } from "./project_key.ts";

/** Finds the project of an embed partner, which must have been provisioned, by its key. */
export const partnerGate = Effect.gen(function* () {
  const login = yield* partnerLogin;
  const partners = yield* Partners;
  const limits = yield* RateLimits;
  return Effect.fnUntraced(function* (text: string) {
    const { id, project } = yield* limits.countFailures(login(text));
    yield* partners.require(project);
    yield* limits.byKey(id);
    return { id, project };
  });
});

/** Lets the key of an embed partner in: a project key whose project was provisioned for embedding. */
export class EmbedPartner extends HttpApiMiddleware.Service<
  EmbedPartner,
  { provides: CurrentProject }
>()("@paraph/http/EmbedPartner", {
  security: { projectKey: projectKeyScheme },
  error: [
    wire(MissingAuthorization),
    wire(InvalidCredentials),
    wire(PartnerSuspended),
    wire(RateLimited),
  ],
}) {
  static readonly layer = Layer.effect(
    EmbedPartner,
    Effect.map(partnerGate, (enter) =>
      EmbedPartner.of({
        projectKey: Effect.fnUntraced(function* (app, { credential }) {
          const { id, project } = yield* enter(Redacted.value(credential));
          return yield* Effect.provideService(
            app.pipe(actingAs({ kind: "project_key", id }), onBehalfOf(project)),
            CurrentProject,
            project,
          );
        }),
      }),
    ),
  );
}

/** The same where errors are flat. */
export class FlatEmbedPartner extends HttpApiMiddleware.Service<
  FlatEmbedPartner,
  { provides: CurrentProject }
>()("@paraph/http/FlatEmbedPartner", {
  security: { projectKey: projectKeyScheme },
  error: [
    wireFlat(MissingAuthorization),
    wireFlat(InvalidCredentials),
    wireFlat(PartnerSuspended),
    wireFlat(RateLimited),
  ],
}) {
  static readonly layer = Layer.effect(
    FlatEmbedPartner,
    Effect.map(partnerGate, (enter) =>
      FlatEmbedPartner.of({
        projectKey: Effect.fnUntraced(function* (app, { credential }) {
          const { id, project } = yield* enter(Redacted.value(credential));
          return yield* Effect.provideService(
            app.pipe(actingAs({ kind: "project_key", id }), onBehalfOf(project)),
            CurrentProject,
            project,
          );
        }),
      }),
    ),
  );
}
