import { Context, Effect } from "effect";

/** Who acts, as the audit log stores it. */
export interface AuditActor {
  /** A member, or the credential: a key, a session of embedding or of the console, the operator's CLI, or none. */
  readonly kind:
    | "project_key"
    | "account_key"
    | "admin_key"
    | "session"
    | "console_session"
    | "member"
    | "command"
    | "system";
  /** The id of the member, key or session, never a secret. */
  readonly id: string | null;
  readonly requestId: string | null;
  readonly sourceIp: string | null;
}

/** Background work, and apps that embed Paraph. */
const SYSTEM: AuditActor = { kind: "system", id: null, requestId: null, sourceIp: null };

/** Who acts. Authentication sets it with {@linkcode actingAs}. */
export const CurrentActor: Context.Reference<AuditActor> = Context.Reference(
  "@paraph/core/audit/CurrentActor",
  { defaultValue: () => SYSTEM },
);

/**
 * Sets the actor of an effect. Fields that are left out keep their values.
 *
 * @example A key within a request
 * ```ts
 * import { actingAs, CurrentActor } from "@paraph/core/audit";
 * import { Effect } from "effect";
 * import assert from "node:assert/strict";
 *
 * const done = CurrentActor.pipe(
 *   actingAs({ kind: "project_key", id: "0198c0de-7f00-7abc-8def-0123456789ab" }),
 *   actingAs({ requestId: "4711" }),
 * );
 * const { kind, requestId } = Effect.runSync(done);
 * assert.deepEqual({ kind, requestId }, { kind: "project_key", requestId: "4711" });
 * ```
 */
export function actingAs(who: Partial<AuditActor>) {
  return <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.updateService(effect, CurrentActor, (actor) => ({ ...actor, ...who }));
}
