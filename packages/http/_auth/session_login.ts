import { PartnerSuspended } from "@paraph/core/admin";
import { EmbedSessions } from "@paraph/core/embed";
import { Effect, Predicate } from "effect";

import { RateLimits } from "../_limits/rate_limits.ts";
import { CrossOrigin } from "../_wire/cross_origin.ts";

/**
 * Finds the live session of a token, which must come from a page that may have it; that page may read
 * what it is answered.
 */
export const sessionLogin = Effect.gen(function* () {
  const sessions = yield* EmbedSessions;
  const crossOrigin = yield* CrossOrigin;
  const limits = yield* RateLimits;
  return Effect.fnUntraced(function* (token: string) {
    const page = yield* crossOrigin.page;
    const session = yield* sessions.authenticate(token, page).pipe(
      // Whoever is suspended guesses no tokens.
      Effect.catchTag("partner_suspended", Effect.succeed),
      limits.countFailures,
    );
    if (Predicate.isTagged(session, "partner_suspended")) return yield* PartnerSuspended.now;
    yield* crossOrigin.admit;
    yield* limits.byKey(session.id);
    return session;
  });
});
