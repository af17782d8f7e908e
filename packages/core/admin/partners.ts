import { Context, Effect, Layer, Option } from "effect";

import { InvalidCredentials } from "../keys/mod.ts";
import type { ProjectId } from "../values/mod.ts";
import { PartnerSuspended } from "./errors.ts";
import { PartnerStore } from "./partner_store.ts";
import type { Partner } from "./provision.ts";

/**
 * Tells embed routes which projects may embed.
 *
 * A key of a project that was not provisioned reads its own documents, as any project key does, and has no
 * other embed access.
 */
export class Partners extends Context.Service<
  Partners,
  {
    /** Fails when a project's partner is suspended or embedding is off for it; others may pass. */
    readonly admit: (
      project: ProjectId,
    ) => Effect.Effect<Option.Option<Partner>, InvalidCredentials | PartnerSuspended>;
    /** The partner of a project, which must have one that may embed. */
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
        // What a key opens comes before what has become of its partner.
        const { embedEnabled, projectDeleted } = partner.value;
        if (!embedEnabled || projectDeleted) return yield* InvalidCredentials.notEnabled;
        if (partner.value.suspended) return yield* PartnerSuspended.now;
        return partner;
      });

      const require = Effect.fn("Partners.require")(function* (project: ProjectId) {
        const partner = yield* admit(project);
        return yield* Effect.fromOption(partner, () => InvalidCredentials.notEnabled);
      });

      return Partners.of({ admit, require });
    }),
  );
}
