import type { Settings } from "@paraph/app/settings";
import { EmbedSessions } from "@paraph/core/embed";
import { DownloadUrls, RenderInvoices } from "@paraph/core/renders";
import { signingKeys } from "@paraph/http";
import { Effect, Layer } from "effect";

import { ownSigningKey } from "./own_signing_key.ts";

/** Signs embed sessions and download URLs with the configured keys, or with a generated one. */
function signer({ embedSigningKeys, dataDir }: Settings) {
  const keys =
    embedSigningKeys === undefined ? ownSigningKey(dataDir) : Effect.succeed(embedSigningKeys);
  return Layer.unwrap(Effect.map(keys, signingKeys));
}

/**
 * Embed sessions, in which the users of an integrator's app design templates and fill in forms, and download
 * URLs that expire.
 */
export function embedding(settings: Settings) {
  return Layer.mergeAll(EmbedSessions.layer, DownloadUrls.layer, RenderInvoices.layer).pipe(
    Layer.provideMerge(signer(settings)),
  );
}
