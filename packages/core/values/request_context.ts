import { Context, Effect } from "effect";

import type { ProjectId } from "./id.ts";

/** The work of the deployment itself, such as the work of an app that embeds the library. */
export const DEPLOYMENT = "deployment";

/** The project that the current work is done for. Scarce resources are shared fairly among tenants. */
export const CurrentTenant: Context.Reference<string> = Context.Reference(
  "@paraph/core/values/CurrentTenant",
  { defaultValue: () => DEPLOYMENT },
);

/**
 * Accounts an effect to a project: its slow work queues behind that project's other work.
 *
 * @example The tenant of a request
 * ```ts
 * import { CurrentTenant, onBehalfOf, ProjectId } from "@paraph/core/values";
 * import { Effect } from "effect";
 * import assert from "node:assert/strict";
 *
 * const project = ProjectId.make("0198c0de-7f00-7abc-8def-0123456789ab");
 * assert.equal(Effect.runSync(CurrentTenant.pipe(onBehalfOf(project))), project);
 * ```
 */
export function onBehalfOf(project: ProjectId) {
  return <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.provideService(effect, CurrentTenant, project);
}

/** The client of a request as it presents itself. Neither value is proof. */
export interface Visitor {
  readonly sourceIp: string | null;
  readonly userAgent: string | null;
}

/** No visitor: work of the service itself. */
export const NO_VISITOR: Visitor = { sourceIp: null, userAgent: null };
