import { InvalidCredentials, Keys, MissingAuthorization } from "@paraph/core/keys";
import { Effect } from "effect";

import { missingBearer } from "./bearer.ts";

/** Finds out which project a key opens that is sent as a partner's secret. */
export const partnerLogin = Effect.map(Keys, (keys) =>
  Effect.fnUntraced(function* (text: string) {
    if (text === "") {
      return yield* new MissingAuthorization({ message: yield* missingBearer("a project key") });
    }
    const { id, owner } = yield* Effect.mapError(
      keys.authenticate(text, "project"),
      ({ message }) => new InvalidCredentials({ message }),
    );
    if (owner.kind !== "project") return yield* InvalidCredentials.badKey;
    return { id, project: owner.projectId };
  }),
);
