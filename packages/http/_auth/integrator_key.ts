import { Partners, PartnerSuspended } from "@paraph/core/admin";
import { InvalidCredentials, Keys, MissingAuthorization } from "@paraph/core/keys";
import type { ProjectId } from "@paraph/core/values";
import { Effect, Layer } from "effect";
import { HttpApiMiddleware } from "effect/http-api";

import { wire, wireFlat } from "../_wire/errors/error.ts";
import { RateLimited } from "../_wire/errors/failures.ts";
import { bearerGate, keyLogin } from "./bearer_gate.ts";
import { CurrentProject, projectCaller, projectKeyScheme } from "./project_key.ts";

/** The failures of a login for embedding. */
export const embeddingErrors = [
  wire(MissingAuthorization),
  wire(InvalidCredentials),
  wire(PartnerSuspended),
  wire(RateLimited),
] as const;

/** Authenticates a project key for embedding, whose failures have their own error codes. */
const embeddingLogin = <E>(admit: (project: ProjectId) => Effect.Effect<unknown, E>) =>
  Effect.flatMap(Keys, (keys) =>
    keyLogin(
      {
        credentialName: "a project key",
        missing: (message) => new MissingAuthorization({ message }),
        authenticate: (text) =>
          keys.authenticate(text, "project").pipe(
            Effect.flatMap(projectCaller),
            Effect.mapError(({ message }) => new InvalidCredentials({ message })),
          ),
      },
      ({ projectId }) => admit(projectId),
    ),
  );

/** Authenticates the key of an integrator, whose project must be provisioned. */
export const integratorLogin = Effect.flatMap(Partners, ({ require }) => embeddingLogin(require));

const integratorGate = Effect.map(integratorLogin, (login) => ({
  projectKey: bearerGate(CurrentProject, login),
}));

/**
 * Authenticates a project key for embedding, unless embedding is off or the integrator is suspended.
 * Projects that were never provisioned cannot be suspended: their keys give access to their own
 * documents.
 */
export class EmbeddingKey extends HttpApiMiddleware.Service<
  EmbeddingKey,
  { provides: CurrentProject }
>()("@paraph/http/EmbeddingKey", {
  security: { projectKey: projectKeyScheme },
  error: embeddingErrors,
}) {
  static readonly layer = Layer.effect(
    EmbeddingKey,
    Effect.gen(function* () {
      const login = yield* embeddingLogin((yield* Partners).admit);
      return EmbeddingKey.of({ projectKey: bearerGate(CurrentProject, login) });
    }),
  );
}

/** Authenticates the key of an integrator: a project key whose project was provisioned for embedding. */
export class IntegratorKey extends HttpApiMiddleware.Service<
  IntegratorKey,
  { provides: CurrentProject }
>()("@paraph/http/IntegratorKey", {
  security: { projectKey: projectKeyScheme },
  error: embeddingErrors,
}) {
  static readonly layer = Layer.effect(IntegratorKey, integratorGate);
}

/** The same for endpoints with flat errors. */
export class FlatIntegratorKey extends HttpApiMiddleware.Service<
  FlatIntegratorKey,
  { provides: CurrentProject }
>()("@paraph/http/FlatIntegratorKey", {
  security: { projectKey: projectKeyScheme },
  error: [
    wireFlat(MissingAuthorization),
    wireFlat(InvalidCredentials),
    wireFlat(PartnerSuspended),
    wireFlat(RateLimited),
  ],
}) {
  static readonly layer = Layer.effect(FlatIntegratorKey, integratorGate);
}
