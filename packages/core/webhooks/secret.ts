import { DateTime, Duration, Effect } from "effect";
import { SecureRandom } from "effect/crypto";
import { Base64 } from "effect/encoding";

import { type Timestamp, UnreadableData } from "../values/mod.ts";

const PREFIX = "whsec_";

/** How long the previous secret keeps signing after a rotation. */
export const OVERLAP = Duration.hours(24);

/** The maximum number of signing secrets. Another rotation drops the oldest. */
const MAX_SECRETS = 4;

/** A previous secret, and the time until which it signs. */
export interface FormerSecret {
  readonly secret: string;
  readonly until: string;
}

/** Creates a secret for deliveries in the format of Standard Webhooks: `whsec_` and base64. */
export const newWebhookSecret: Effect.Effect<string, never, SecureRandom.SecureRandom> = Effect.gen(
  function* () {
    const random = yield* SecureRandom.SecureRandom;
    return PREFIX + Base64.encode(yield* random.randomBytes(32));
  },
);

/** Whether a text has the format of a webhook secret. */
export function isWebhookSecret(text: string): boolean {
  return /^whsec_(?:[A-Za-z0-9+/]{4}){8,21}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text);
}

/** The bytes of a stored secret. */
export function secretBytes(secret: string): Effect.Effect<Uint8Array> {
  return Effect.fromResult(Base64.decode(secret.slice(PREFIX.length))).pipe(
    Effect.mapError(() => new UnreadableData({ message: "A webhook's secret is not base64" })),
    Effect.orDie,
  );
}

/** The secrets that sign at a time, the current one first. */
export function signingSecrets(
  { secret, formerSecrets }: SecretsOfWebhook,
  now: Timestamp,
): ReadonlyArray<string> {
  const text = DateTime.formatIso(now);
  return [secret, ...formerSecrets.filter(({ until }) => until > text).map(({ secret }) => secret)];
}

/** The secrets that sign the deliveries of a webhook. */
export interface SecretsOfWebhook {
  readonly secret: string;
  readonly formerSecrets: ReadonlyArray<FormerSecret>;
}

/** The secrets after a rotation. The previous secret keeps signing for {@linkcode OVERLAP}. */
export function rotatedSecrets(
  { secret, formerSecrets }: SecretsOfWebhook,
  newSecret: string,
  now: Timestamp,
): SecretsOfWebhook {
  const until = DateTime.formatIso(DateTime.addDuration(now, OVERLAP));
  return {
    secret: newSecret,
    formerSecrets: [{ secret, until }, ...formerSecrets].slice(0, MAX_SECRETS - 1),
  };
}
