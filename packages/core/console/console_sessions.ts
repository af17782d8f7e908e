import { Context, DateTime, Duration, Effect, Layer, Option } from "effect";
import { Digest, Mac } from "effect/crypto";
import { Base64Url } from "effect/encoding";

import { actingAs, AuditLog, type NewAuditEntry } from "../audit/mod.ts";
import { type AuthenticatedKey, Unauthorized } from "../keys/mod.ts";
import { newRow, newSecret, withRandom } from "../values/mod.ts";
import {
  type ConsoleSession,
  isOver,
  LINK_LIFETIME,
  type OpenedSession,
  SESSION_LIFETIME,
  type SignInLink,
  type SignInMethod,
} from "./console_session.ts";
import { ConsoleSessionStore } from "./console_session_store.ts";

/** Minimum time between two updates of a session's last use, to spare a write with every request. */
const TOUCH_EVERY = Duration.minutes(1);

/**
 * Sessions of the console. Tokens have 256 random bits and are stored as SHA-256 hashes. Every request looks
 * up its session together with the key, so that a revocation ends the session at once on every node.
 */
export class ConsoleSessions extends Context.Service<
  ConsoleSessions,
  {
    /** Creates a link that opens one session with the rights of a key. */
    readonly createLink: (key: AuthenticatedKey) => Effect.Effect<SignInLink>;
    /** The key of a link, which works once. Fails if it is unknown, used or expired. */
    readonly takeLink: (token: string) => Effect.Effect<AuthenticatedKey, Unauthorized>;
    /** Opens a session with the rights of a key. */
    readonly open: (key: AuthenticatedKey, method: SignInMethod) => Effect.Effect<OpenedSession>;
    /** The session of a token. Fails if it is over or its key was revoked. */
    readonly authenticate: (token: string) => Effect.Effect<ConsoleSession, Unauthorized>;
    /** The token that requests of a session carry in a header, so that no other site can send them. */
    readonly requestToken: (token: string) => Effect.Effect<string>;
    /** Whether a header has the request token of a session. */
    readonly isRequestToken: (token: string, header: string) => Effect.Effect<boolean>;
    /** Ends a session. */
    readonly close: (session: ConsoleSession) => Effect.Effect<void>;
  }
>()("@paraph/core/console/ConsoleSessions") {
  static readonly layer = Layer.effect(
    ConsoleSessions,
    Effect.gen(function* () {
      const store = yield* ConsoleSessionStore;
      const audit = yield* AuditLog;
      const digest = yield* Digest.Digest;
      const row = yield* withRandom(newRow);
      const secret = yield* withRandom(newSecret);
      const hashOf = (text: string) => digest.digest(Digest.sha256, new TextEncoder().encode(text));
      const requestHash = (token: string) => hashOf(`console request ${token}`);

      const createLink = Effect.fn("ConsoleSessions.createLink")(function* ({
        id: keyId,
      }: AuthenticatedKey) {
        const token = yield* secret;
        const createdAt = yield* DateTime.now;
        const expiresAt = DateTime.addDuration(createdAt, LINK_LIFETIME);
        yield* store.addLink({ hash: yield* hashOf(token), keyId, createdAt, expiresAt });
        return { token, expiresAt };
      });

      const takeLink = Effect.fn("ConsoleSessions.takeLink")(function* (token: string) {
        const key = yield* store.takeLink(yield* hashOf(token), yield* DateTime.now);
        return yield* Effect.fromOption(key, () => BAD_LINK);
      });

      const open = Effect.fn("ConsoleSessions.open")(function* (
        key: AuthenticatedKey,
        method: SignInMethod,
      ) {
        const token = yield* secret;
        const { id, createdAt } = yield* row;
        const expiresAt = DateTime.addDuration(createdAt, SESSION_LIFETIME);
        const hash = yield* hashOf(token);
        const addition = audit.recording(
          store.add({ id, hash, keyId: key.id, createdAt, expiresAt }),
          () => ({ ...auditEntry("signed_in", id, key), details: { key: key.owner.kind, method } }),
        );
        yield* actingAs({ kind: `${key.owner.kind}_key`, id: key.id })(addition);
        return { id, token, expiresAt };
      });

      const authenticate = Effect.fn("ConsoleSessions.authenticate")(function* (token: string) {
        const found = yield* store.find(yield* hashOf(token));
        const now = yield* DateTime.now;
        if (Option.isNone(found) || isOver(found.value, now)) return yield* NO_SESSION;
        const { id, lastUsedAt } = found.value;
        if (Duration.isGreaterThanOrEqualTo(DateTime.distance(lastUsedAt, now), TOUCH_EVERY)) {
          yield* store.touch(id, now);
        }
        return found.value;
      });

      const close = Effect.fn("ConsoleSessions.close")(({ id, key }: ConsoleSession) =>
        audit
          .recording(store.remove(id), () => auditEntry("signed_out", id, key))
          .pipe(actingAs({ kind: "console_session", id })),
      );

      return ConsoleSessions.of({
        createLink,
        takeLink,
        open,
        authenticate,
        requestToken: (token) => Effect.map(requestHash(token), Base64Url.encode),
        isRequestToken: (token, header) =>
          Effect.map(requestHash(token), (hash) => {
            const expected = new TextEncoder().encode(Base64Url.encode(hash));
            return Mac.timingSafeEqual(new TextEncoder().encode(header), expected);
          }),
        close,
      });
    }),
  );
}

const BAD_LINK = new Unauthorized({
  message: "The sign-in link is unknown, used or expired. Create one with `paraph console`",
});
const NO_SESSION = new Unauthorized({ message: "The session has ended. Sign in again" });

function auditEntry(
  what: "signed_in" | "signed_out",
  id: string,
  { owner: { kind, ...owner } }: AuthenticatedKey,
): NewAuditEntry {
  return {
    action: `console.${what}`,
    ...owner,
    target: { kind: "console_session", id },
    details: { key: kind },
  };
}
