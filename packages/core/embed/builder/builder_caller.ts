import { Effect, Option } from "effect";

import type { EmbedSessionId, ProjectId, TemplateId } from "../../values/mod.ts";
import { PermissionDenied } from "../errors.ts";
import type { Permission } from "../sessions/permission.ts";
import type { LiveSession } from "../sessions/session.ts";

/**
 * The caller of the builder API: an integrator's server or the console, with all permissions, or an embed
 * session.
 */
export type BuilderCaller =
  | { readonly kind: "partner"; readonly projectId: ProjectId }
  | { readonly kind: "session"; readonly session: LiveSession };

/** Whether a caller has a permission. */
export function may(caller: BuilderCaller, right: Permission): boolean {
  return caller.kind === "partner" || caller.session.permissions[right];
}

/** Fails unless a caller has a permission. */
export function requireRight(
  caller: BuilderCaller,
  right: Permission,
): Effect.Effect<void, PermissionDenied> {
  return may(caller, right) ? Effect.void : Effect.fail(PermissionDenied.of(right));
}

/** The project of a caller. */
export function projectOf(caller: BuilderCaller): ProjectId {
  return caller.kind === "partner" ? caller.projectId : caller.session.projectId;
}

/**
 * Whether a session may open a template of its project: the one in its scope, and those that it
 * created. A session that fills in a form may open none.
 */
export function mayOpen(
  { id, scope }: LiveSession,
  template: TemplateId,
  creator: Option.Option<EmbedSessionId>,
): boolean {
  if (scope.mode === "fill") return false;
  const isCreator = Option.contains(creator, id);
  return isCreator || scope.templateExternalId?.toLowerCase() === template.toLowerCase();
}
