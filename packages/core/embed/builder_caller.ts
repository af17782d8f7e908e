import { Effect } from "effect";

import type { ProjectId } from "../values/mod.ts";
import { PermissionDenied } from "./errors.ts";
import type { Permission } from "./permission.ts";
import type { LiveSession } from "./session.ts";

/** Who works on builder templates: a partner's server, which may do everything, or a session. */
export type BuilderCaller =
  | { readonly kind: "partner"; readonly projectId: ProjectId }
  | { readonly kind: "session"; readonly session: LiveSession };

/** Whether a caller has a right. */
export function may(caller: BuilderCaller, right: Permission): boolean {
  return caller.kind === "partner" || caller.session.permissions[right];
}

/** Fails when a caller lacks a right. */
export function requireRight(
  caller: BuilderCaller,
  right: Permission,
): Effect.Effect<void, PermissionDenied> {
  return may(caller, right) ? Effect.void : Effect.fail(PermissionDenied.of(right));
}

/** The project that a caller works in. */
export function projectOf(caller: BuilderCaller): ProjectId {
  return caller.kind === "partner" ? caller.projectId : caller.session.projectId;
}
