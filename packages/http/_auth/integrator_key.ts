import { Partners, PartnerSuspended } from "@paraph/core/admin";
import { InvalidCredentials, Keys, MissingAuthorization } from "@paraph/core/keys";
import { Effect, Layer } from "effect";
import { HttpApiMiddleware } from "effect/http-api";

import { wire, wireFlat } from "../_wire/errors/error.ts";
import { RateLimited } from "../_wire/errors/failures.ts";
import { bearerGate, keyLogin } from "./bearer_gate.ts";
import {
  CurrentProject,
  projectCaller,
  type ProjectCaller,
  projectKeyScheme,
  sessionCaller,
} from "./project_key.ts";

/** The failures of a login for embedding. */
export const embeddingErrors = [
  wire(MissingAuthorization),
  wire(InvalidCredentials),
  wire(PartnerSuspended),
  wire(RateLimited),
] as const;

/**
 * Authenticates a project key for embedding, whose failures have their own error codes.
 *
 * @param bySession The caller of a request without a key, by a session of the console; by default none.
 */
const embeddingLogin = <E>(
  admit: (caller: ProjectCaller) => Effect.Effect<unknown, E>,
  bySession?: Effect.Success<typeof sessionCaller>,
) =>
  Effect.flatMap(Keys, (keys) =>
    keyLogin(
      {
        credentialName: "a project key",
        missing: (message) => new MissingAuthorization({ message }),
        authenticate: (text) =>
          keys
            .authenticate(text, "project")
            .pipe(Effect.flatMap(projectCaller), Effect.mapError(invalidCredentials)),
        ...(bySession === undefined
          ? {}
          : { bySession: Effect.mapError(bySession, invalidCredentials) }),
      },
      admit,
    ),
  );

const invalidCredentials = ({ message }: { readonly message: string }) =>
  new InvalidCredentials({ message });

/** Authenticates the key of an integrator, whose project must be provisioned. */
const integratorLogin = Effect.flatMap(Partners, ({ require }) =>
  embeddingLogin(({ projectId }) => require(projectId)),
);

/**
 * The same, or a session of the console. Nothing is embedded in the console, so the project of a session
 * needs no integrator; a suspended one is refused.
 */
export const integratorOrConsoleLogin = Effect.gen(function* () {
  const { require, refuseSuspended } = yield* Partners;
  return yield* embeddingLogin<InvalidCredentials | PartnerSuspended>(
    ({ actor, projectId }) =>
      actor.kind === "project_key" ? require(projectId) : refuseSuspended(projectId),
    yield* sessionCaller,
  );
});

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
      const { admit } = yield* Partners;
      const login = yield* embeddingLogin(({ projectId }) => admit(projectId));
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
