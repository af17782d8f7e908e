import { Partners, PartnerSuspended } from "@paraph/core/admin";
import { InvalidCredentials, Keys, MissingAuthorization } from "@paraph/core/keys";
import type { ProjectId } from "@paraph/core/values";
import { Effect, Layer } from "effect";
import { HttpApiMiddleware } from "effect/http-api";

import { wire, wireFlat } from "../_wire/errors/error.ts";
import { RateLimited } from "../_wire/errors/failures.ts";
import { bearerGate, keyLogin } from "./bearer_gate.ts";
import { CurrentProject, projectCaller, projectKeyScheme } from "./project_key.ts";

/** Authenticates a project key for embedding, whose failures have their own error codes. */
const partnerLogin = <E>(admit: (project: ProjectId) => Effect.Effect<unknown, E>) =>
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

/** Authenticates the key of a tenant, whose project must be provisioned. */
export const embedPartnerLogin = Effect.flatMap(Partners, ({ require }) => partnerLogin(require));

const embedPartnerGate = Effect.map(embedPartnerLogin, (login) => ({
  projectKey: bearerGate(CurrentProject, login),
}));

/**
 * Authenticates a project key for embedding, unless embedding is off or the tenant is suspended.
 * Projects that were never provisioned cannot be suspended: their keys give access to their own
 * documents.
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
      const login = yield* partnerLogin((yield* Partners).admit);
      return PartnerKey.of({ projectKey: bearerGate(CurrentProject, login) });
    }),
  );
}

/** Authenticates the key of a tenant: a project key whose project was provisioned for embedding. */
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
  static readonly layer = Layer.effect(EmbedPartner, embedPartnerGate);
}

/** The same for endpoints with flat errors. */
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
  static readonly layer = Layer.effect(FlatEmbedPartner, embedPartnerGate);
}
