import { Context, Effect, Layer, Option } from "effect";

import { InvalidCredentials } from "../keys/mod.ts";
import type { ProjectId } from "../values/mod.ts";
import { PartnerSuspended } from "./errors.ts";
import { PartnerStore } from "./partner_store.ts";
import type { Partner } from "./provision.ts";

/**
 * Checks which projects may use embed routes.
 *
 * A key of a project that was not provisioned reads the documents of its project, like any project key, and
 * has no other embed access.
 */
export class Partners extends Context.Service<
  Partners,
  {
    /** Fails if the project's integrator is suspended or may not embed. */
    readonly admit: (
      project: ProjectId,
    ) => Effect.Effect<Option.Option<Partner>, InvalidCredentials | PartnerSuspended>;
    /** Fails if the project's integrator is suspended. */
    readonly refuseSuspended: (project: ProjectId) => Effect.Effect<void, PartnerSuspended>;
    /** The integrator of a project; fails if there is none or it may not embed. */
    readonly require: (
      project: ProjectId,
    ) => Effect.Effect<Partner, InvalidCredentials | PartnerSuspended>;
  }
>()("@paraph/core/admin/Partners") {
  static readonly layer = Layer.effect(
    Partners,
    Effect.gen(function* () {
      const store = yield* PartnerStore;

      const admit = Effect.fn("Partners.admit")(function* (project: ProjectId) {
        const partner = yield* store.findByProject(project);
        if (Option.isNone(partner)) return partner;
        // An invalid key is reported before a suspended integrator.
        const { embedEnabled, projectDeleted } = partner.value;
        if (!embedEnabled || projectDeleted) return yield* InvalidCredentials.notEnabled;
        if (partner.value.suspended) return yield* PartnerSuspended.now;
        return partner;
      });

      const refuseSuspended = Effect.fn("Partners.refuseSuspended")(function* (project: ProjectId) {
        const partner = yield* store.findByProject(project);
        const isSuspended = Option.isSome(partner) && partner.value.suspended;
        yield* isSuspended ? PartnerSuspended.now : Effect.void;
      });

      const require = Effect.fn("Partners.require")(function* (project: ProjectId) {
        const partner = yield* admit(project);
        return yield* Effect.fromOption(partner, () => InvalidCredentials.notEnabled);
      });

      return Partners.of({ admit, refuseSuspended, require });
    }),
  );
}
