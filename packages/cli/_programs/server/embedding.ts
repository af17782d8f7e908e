import type { Settings } from "@paraph/app/settings";
import { EmbedSessions } from "@paraph/core/embed";
import { tokenSignerJose } from "@paraph/http";
import { Effect, Layer } from "effect";

import { ownSigningKey } from "./own_signing_key.ts";

/** Signs embed sessions with the configured keys, or with a generated one. */
function tokenSigner({ embedSigningKeys, dataDir }: Settings) {
  const keys =
    embedSigningKeys === undefined ? ownSigningKey(dataDir) : Effect.succeed(embedSigningKeys);
  return Layer.unwrap(Effect.map(keys, tokenSignerJose));
}

/** Embed sessions, in which the users of an integrator's app design templates and fill in forms. */
export function embedding(settings: Settings) {
  return EmbedSessions.layer.pipe(Layer.provideMerge(tokenSigner(settings)));
}
