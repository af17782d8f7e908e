import { Context, DateTime, Duration, Effect, Layer, Option } from "effect";
import { Digest, Mac } from "effect/crypto";
import { Base64Url } from "effect/encoding";

import { actingAs, type AuditActor, AuditLog, type NewAuditEntry } from "../audit/mod.ts";
import { type AuthenticatedKey, Unauthorized } from "../keys/mod.ts";
import { type MemberId, newRow, newSecret, Transaction, withRandom } from "../values/mod.ts";
import {
  type ConsoleSession,
  isOver,
  LINK_LIFETIME,
  type OpenedSession,
  SESSION_LIFETIME,
  type SessionOwner,
  type SignInLink,
  type SignInMethod,
} from "./console_session.ts";
import { ConsoleSessionStore, type TokenOwner } from "./console_session_store.ts";

/** Minimum time between two updates of a session's last use, to spare a write with every request. */
const TOUCH_EVERY = Duration.minutes(1);

/**
 * Sessions of the console. Tokens have 256 random bits and are stored as SHA-256 hashes. Every request looks
 * up its session together with the key or the member, so that a revocation ends the session at once on every
 * node, and a change of the role takes effect at once.
 */
export class ConsoleSessions extends Context.Service<
  ConsoleSessions,
  {
    /** Creates a link that opens one session with the rights of a key. */
    readonly createLink: (key: AuthenticatedKey) => Effect.Effect<SignInLink>;
    /** Creates a link that opens one session of a member, in the transaction of its email. */
    readonly createMemberLink: (
      member: MemberId,
      lifetime: Duration.Duration,
    ) => Effect.Effect<SignInLink>;
    /** Opens a session with a link, which works once. Fails if the link is unknown, used or expired. */
    readonly openByLink: (token: string) => Effect.Effect<OpenedSession, Unauthorized>;
    /** Opens a session with the rights of a key or a member. */
    readonly open: (owner: SessionOwner, method: SignInMethod) => Effect.Effect<OpenedSession>;
    /** The session of a token. Fails if it is over, its key was revoked or its member was removed. */
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
      const transaction = yield* Transaction;
      const digest = yield* Digest.Digest;
      const row = yield* withRandom(newRow);
      const secret = yield* withRandom(newSecret);
      const hashOf = (text: string) => digest.digest(Digest.sha256, new TextEncoder().encode(text));
      const requestHash = (token: string) => hashOf(`console request ${token}`);

      const addLink = Effect.fnUntraced(function* (owner: TokenOwner, lifetime: Duration.Duration) {
        const token = yield* secret;
        const createdAt = yield* DateTime.now;
        const expiresAt = DateTime.addDuration(createdAt, lifetime);
        yield* store.addLink({ hash: yield* hashOf(token), owner, createdAt, expiresAt });
        return { token, expiresAt };
      });

      const createLink = Effect.fn("ConsoleSessions.createLink")(
        ({ id: keyId }: AuthenticatedKey) => addLink({ keyId }, LINK_LIFETIME),
      );

      const createMemberLink = Effect.fn("ConsoleSessions.createMemberLink")(
        (memberId: MemberId, lifetime: Duration.Duration) => addLink({ memberId }, lifetime),
      );

      const open = Effect.fn("ConsoleSessions.open")(function* (
        owner: SessionOwner,
        method: SignInMethod,
      ) {
        const token = yield* secret;
        const { id, createdAt } = yield* row;
        const expiresAt = DateTime.addDuration(createdAt, SESSION_LIFETIME);
        const hash = yield* hashOf(token);
        const addition = audit.recording(
          store.add({ id, hash, owner: tokenOwnerOf(owner), createdAt, expiresAt }),
          () => {
            const entry = auditEntry("signed_in", id, owner);
            return { ...entry, details: { ...entry.details, method } };
          },
        );
        yield* actingAs(actorOf(owner))(addition);
        return { id, token, expiresAt };
      });

      const takeAndOpen = Effect.fnUntraced(function* (token: string) {
        const taken = yield* store.takeLink(yield* hashOf(token), yield* DateTime.now);
        const owner = yield* Effect.fromOption(taken, () => BAD_LINK);
        return yield* open(owner, owner.kind === "key" ? "link" : "email");
      });

      const openByLink = Effect.fn("ConsoleSessions.openByLink")((token: string) =>
        transaction.run(takeAndOpen(token)),
      );

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

      const close = Effect.fn("ConsoleSessions.close")((session: ConsoleSession) =>
        audit
          .recording(store.remove(session.id), () =>
            auditEntry("signed_out", session.id, session.owner),
          )
          .pipe(actingAs(sessionActor(session))),
      );

      return ConsoleSessions.of({
        createLink,
        createMemberLink,
        openByLink,
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
  message: "The sign-in link is unknown, used or expired. Request a new one",
});
const NO_SESSION = new Unauthorized({ message: "The session has ended. Sign in again" });

/** Who acts in a session: its member, or the session of a key. */
export function sessionActor({ id, owner }: ConsoleSession): Pick<AuditActor, "kind" | "id"> {
  return owner.kind === "member" ? actorOf(owner) : { kind: "console_session", id };
}

function actorOf(owner: SessionOwner): Pick<AuditActor, "kind" | "id"> {
  return owner.kind === "member"
    ? { kind: "member", id: owner.member.id }
    : { kind: `${owner.key.owner.kind}_key`, id: owner.key.id };
}

function tokenOwnerOf(owner: SessionOwner): TokenOwner {
  return owner.kind === "member" ? { memberId: owner.member.id } : { keyId: owner.key.id };
}

function auditEntry(
  what: "signed_in" | "signed_out",
  id: string,
  owner: SessionOwner,
): NewAuditEntry {
  const target = { kind: "console_session", id };
  const action = `console.${what}` as const;
  if (owner.kind === "member") {
    const { accountId } = owner.member;
    return { action, accountId, target, details: {} };
  }
  const { kind, ...scope } = owner.key.owner;
  return { action, ...scope, target, details: { key: kind } };
}
