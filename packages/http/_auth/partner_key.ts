import { InvalidCredentials, Keys, MissingAuthorization } from "@paraph/core/keys";
import { Effect, Layer, Redacted } from "effect";
import { HttpApiMiddleware } from "effect/http-api";

import { wire } from "../_wire/error.ts";
import { CurrentProject } from "./current_project.ts";
import { projectKeyScheme } from "./project_key.ts";

/** Lets a project key in as the secret of an embed partner: the same key, refused in other words. */
export class PartnerKey extends HttpApiMiddleware.Service<
  PartnerKey,
  { provides: CurrentProject }
>()("@paraph/http/PartnerKey", {
  security: { projectKey: projectKeyScheme },
  error: [wire(MissingAuthorization), wire(InvalidCredentials)],
}) {
  static readonly layer = Layer.effect(
    PartnerKey,
    Effect.gen(function* () {
      const keys = yield* Keys;
      return PartnerKey.of({
        projectKey: Effect.fnUntraced(function* (app, { credential }) {
          const text = Redacted.value(credential);
          if (text === "") return yield* MissingAuthorization.noBearer;
          const owner = yield* Effect.mapError(
            keys.authenticate(text, "project"),
            () => InvalidCredentials.badKey,
          );
          if (owner.kind !== "project") return yield* InvalidCredentials.badKey;
          return yield* Effect.provideService(app, CurrentProject, owner.projectId);
        }),
      });
    }),
  );
}
