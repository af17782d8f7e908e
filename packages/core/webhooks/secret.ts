import { DateTime, Duration, Effect } from "effect";
import { SecureRandom } from "effect/crypto";
import { Base64 } from "effect/encoding";

import { type Timestamp, UnreadableData } from "../values/mod.ts";

const PREFIX = "whsec_";

/** How long a secret that was rotated away goes on signing. */
export const OVERLAP = Duration.hours(24);

/** How many secrets sign at once; rotating more often drops the oldest. */
const MAX_SECRETS = 4;

/** A secret that was rotated away, and the moment from which it signs no more. */
export interface FormerSecret {
  readonly secret: string;
  readonly until: string;
}

/** Draws a secret that signs deliveries, as Standard Webhooks writes them: `whsec_` and base64. */
export const newWebhookSecret: Effect.Effect<string, never, SecureRandom.SecureRandom> = Effect.gen(
  function* () {
    const random = yield* SecureRandom.SecureRandom;
    return PREFIX + Base64.encode(yield* random.randomBytes(32));
  },
);

/** Whether a text is a secret that can sign. */
export function isWebhookSecret(text: string): boolean {
  return /^whsec_(?:[A-Za-z0-9+/]{4}){8,21}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text);
}

/** The bytes behind a stored secret. */
export function secretBytes(secret: string): Effect.Effect<Uint8Array> {
  return Effect.fromResult(Base64.decode(secret.slice(PREFIX.length))).pipe(
    Effect.mapError(() => new UnreadableData({ message: "A webhook's secret is not base64" })),
    Effect.orDie,
  );
}

/** The secrets that sign at a moment, the current one first. */
export function signingSecrets(
  { secret, formerSecrets }: SecretsOfWebhook,
  now: Timestamp,
): ReadonlyArray<string> {
  const text = DateTime.formatIso(now);
  return [secret, ...formerSecrets.filter(({ until }) => until > text).map(({ secret }) => secret)];
}

/** What signs the deliveries of a webhook. */
export interface SecretsOfWebhook {
  readonly secret: string;
  readonly formerSecrets: ReadonlyArray<FormerSecret>;
}

/** The secrets after a rotation: the one until now goes on signing for {@linkcode OVERLAP}. */
export function rotatedSecrets(
  { secret, formerSecrets }: SecretsOfWebhook,
  drawn: string,
  now: Timestamp,
): SecretsOfWebhook {
  const until = DateTime.formatIso(DateTime.addDuration(now, OVERLAP));
  return {
    secret: drawn,
    formerSecrets: [{ secret, until }, ...formerSecrets].slice(0, MAX_SECRETS - 1),
  };
}
