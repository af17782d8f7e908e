import { DateTime, Duration, Effect, Option } from "effect";
import { Digest } from "effect/crypto";

import { PartnerStore } from "../admin/mod.ts";
import { newSecret, type Timestamp, withRandom } from "../values/mod.ts";
import { sanitizeText } from "./ceremony/visible_text.ts";
import { SigningStore, type TokenHolder } from "./signing_store.ts";

/** How long a URL can be opened. */
export const URL_LIFETIME = Duration.minutes(15);

/** How long the document can be signed after it was opened. */
export const SESSION_LIFETIME = Duration.hours(2);

/** The tokens of URLs that open once in pages of the sender. */
export const embeddedTokens = Effect.gen(function* () {
  const store = yield* SigningStore;
  const partners = yield* PartnerStore;
  const digest = yield* Digest.Digest;
  const secret = yield* withRandom(newSecret);
  const hash = (token: string) => digest.digest(Digest.sha256, new TextEncoder().encode(token));

  const originsOf = Effect.fnUntraced(function* ({ envelopeId }: TokenHolder) {
    const envelope = yield* store.find(envelopeId);
    if (Option.isNone(envelope)) return [];
    const partner = yield* partners.findByProject(envelope.value.projectId);
    return Option.match(partner, {
      onNone: () => [],
      onSome: ({ allowedOrigins }) => allowedOrigins,
    });
  });

  const exchange = Effect.fnUntraced(function* (
    token: string,
    tokenOf: (secret: string) => string,
    now: Timestamp,
  ) {
    const holder = Option.getOrUndefined(yield* store.findToken(yield* hash(token)));
    const session = holder?.session;
    if (holder === undefined || session?.used !== false) return undefined;
    if (DateTime.isLessThanOrEqualTo(session.expiresAt, now)) return undefined;
    yield* store.updateSession(yield* hash(token), { ...session, used: true });
    const opened = tokenOf(yield* secret);
    const { used: _, ...rest } = session;
    const expiresAt = DateTime.addDuration(now, SESSION_LIFETIME);
    yield* store.addSession(holder.recipientId, yield* hash(opened), { ...rest, expiresAt });
    return opened;
  });

  return {
    hash,
    /** The origins whose pages may frame the document. */
    originsOf,
    /** Exchanges a URL that was not opened yet for a session, under the lock of the envelope. */
    exchange,
  };
});

/** A name on one line, without characters that reorder it. */
export function oneLine(name: string): string {
  return sanitizeText(name).replace(/\s+/gu, " ").trim();
}
