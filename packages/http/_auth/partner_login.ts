import { InvalidCredentials, Keys, MissingAuthorization } from "@paraph/core/keys";
import { Effect } from "effect";

/** Finds out which project a key opens that is sent as a partner's secret. */
export const partnerLogin = Effect.map(Keys, (keys) =>
  Effect.fnUntraced(function* (text: string) {
    if (text === "") return yield* MissingAuthorization.noBearer;
    const { id, owner } = yield* Effect.mapError(
      keys.authenticate(text, "project"),
      () => InvalidCredentials.badKey,
    );
    if (owner.kind !== "project") return yield* InvalidCredentials.badKey;
    return { id, project: owner.projectId };
  }),
);
