import { sessionActor } from "@paraph/core/console";
import { type AuthenticatedKey, Forbidden, Keys, Unauthorized } from "@paraph/core/keys";
import { Projects } from "@paraph/core/projects";
import type { ProjectId } from "@paraph/core/values";
import { Context, Effect, Layer, Option } from "effect";
import { HttpServerRequest } from "effect/http";
import { HttpApiMiddleware, HttpApiSecurity, OpenApi } from "effect/http-api";

import { wire } from "../_wire/errors/error.ts";
import { RateLimited } from "../_wire/errors/failures.ts";
import { bearerGate, type KeyCaller, keyLogin } from "./bearer_gate.ts";
import { ConsoleGate, PROJECT_HEADER } from "./console_session.ts";

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

/** The owner of a project key. */
export interface ProjectCaller extends KeyCaller<ProjectId> {
  readonly projectId: ProjectId;
}

const projectLogin = <E>(
  authenticate: (text: string) => Effect.Effect<AuthenticatedKey, E | Unauthorized>,
) =>
  Effect.gen(function* () {
    const bySession = yield* sessionCaller;
    return yield* keyLogin({
      credentialName: "a project key",
      missing: (message) => new Unauthorized({ message }),
      authenticate: (text) => Effect.flatMap(authenticate(text), projectCaller),
      bySession,
    });
  });

/**
 * The project that a session of the console acts on: that of its project key, or one of its account, which
 * the request names in a header.
 */
export const sessionCaller = Effect.gen(function* () {
  const { session } = yield* ConsoleGate;
  const projects = yield* Projects;
  return Effect.gen(function* (): Effect.fn.Return<
    Option.Option<ProjectCaller>,
    Unauthorized,
    HttpServerRequest.HttpServerRequest
  > {
    const current = yield* session;
    if (Option.isNone(current)) return Option.none();
    const { owner } = current.value;
    const { headers } = yield* HttpServerRequest.HttpServerRequest;
    const scope = owner.kind === "member" ? owner.member : owner.key.owner;
    const projectId =
      "projectId" in scope
        ? scope.projectId
        : yield* projects.get(scope.accountId, headers[PROJECT_HEADER] ?? "").pipe(
            Effect.map((project) => project.id),
            Effect.mapError(() => NO_PROJECT),
          );
    const caller = { value: projectId, projectId, actor: sessionActor(current.value) };
    return Option.some(
      owner.kind === "member"
        ? { ...caller, id: owner.member.id, role: owner.member.role }
        : { ...caller, id: owner.key.id },
    );
  });
});

const NO_PROJECT = new Unauthorized({
  message: `The session belongs to an account. Name one of its projects in ${PROJECT_HEADER}`,
});

/** A project key as the caller of a request. */
export const projectCaller = Effect.fnUntraced(function* ({
  id,
  owner,
}: AuthenticatedKey): Effect.fn.Return<ProjectCaller, Unauthorized> {
  if (owner.kind !== "project") return yield* Unauthorized.badKey;
  const { projectId } = owner;
  return { id, value: projectId, projectId, actor: { kind: "project_key", id } };
});
