import { type AuthenticatedKey, Forbidden, Keys, Unauthorized } from "@paraph/core/keys";
import type { ProjectId } from "@paraph/core/values";
import { Context, Effect, Layer } from "effect";
import { HttpApiMiddleware, HttpApiSecurity, OpenApi } from "effect/http-api";

import { wire } from "../_wire/errors/error.ts";
import { RateLimited } from "../_wire/errors/failures.ts";
import { bearerGate, keyLogin } from "./bearer_gate.ts";

/** The project whose key a request carries. */
export class CurrentProject extends Context.Service<CurrentProject, ProjectId>()(
  "@paraph/http/CurrentProject",
) {}

/** A project key as OpenAPI describes it. */
export const projectKeyScheme = HttpApiSecurity.bearer.pipe(
  HttpApiSecurity.annotate(OpenApi.Description, "A project key: `svc_live_…` or `svc_test_…`."),
);

/** Authenticates project keys. Counts towards the rate limit of the key. */
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
      const { authenticate } = yield* Keys;
      const login = yield* projectLogin((text) => authenticate(text, "project"));
      return ProjectKey.of({ projectKey: bearerGate(CurrentProject, login) });
    }),
  );
}

/**
 * Authenticates project keys as {@linkcode ProjectKey} does, with a separate error for keys of
 * deleted projects (interface, a render's events and engagement).
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
      const login = yield* projectLogin((yield* Keys).authenticateProject);
      return RenderKey.of({ projectKey: bearerGate(CurrentProject, login) });
    }),
  );
}

const projectLogin = <E>(
  authenticate: (text: string) => Effect.Effect<AuthenticatedKey, E | Unauthorized>,
) =>
  keyLogin({
    credentialName: "a project key",
    missing: (message) => new Unauthorized({ message }),
    authenticate: (text) => Effect.flatMap(authenticate(text), projectCaller),
  });

/** A project key as the caller of a request. */
export const projectCaller = Effect.fnUntraced(function* ({ id, owner }: AuthenticatedKey) {
  if (owner.kind !== "project") return yield* Unauthorized.badKey;
  const { projectId } = owner;
  return { id, value: projectId, projectId, actor: { kind: "project_key", id } as const };
});
