import { Context, DateTime, type Duration, Effect, Layer, Option, Schema } from "effect";

import { AuditLog, type NewAuditEntry } from "../audit/mod.ts";
import {
  ConsoleSessions,
  ConsoleSessionStore,
  EMAIL_LINK_LIFETIME,
  INVITATION_LIFETIME,
  isDemotion,
  type OpenedSession,
} from "../console/mod.ts";
import { memberEmailQueueing } from "../emails/mod.ts";
import { idempotent, keyedRequest } from "../idempotency/mod.ts";
import {
  type AccountId,
  Conflict,
  MemberId,
  newRow,
  NotFound,
  PublicUrls,
  Transaction,
  withRandom,
} from "../values/mod.ts";
import { isLastOwner } from "./last_owner.ts";
import {
  type InviteMember,
  type Member,
  normalizeEmail,
  type RemovedMember,
  type UpdateMember,
} from "./member.ts";
import { memberLetter } from "./member_letter.ts";
import { type Membership, MemberStore } from "./member_store.ts";

/** The maximum number of members of an account. */
const MAX_MEMBERS = 500;

/** How many unused links a member may have. More requests send no email. */
const MAX_LINKS = 3;

const isMemberId = Schema.is(MemberId);

/** The result of `Members.invite`. */
export interface InvitedMember extends Member {
  /** False if an earlier request with the same idempotency key invited the member. */
  readonly created: boolean;
}

/** The members of accounts: their invitations, roles and sign-in emails. */
export class Members extends Context.Service<
  Members,
  {
    readonly list: (account: AccountId) => Effect.Effect<ReadonlyArray<Member>>;
    readonly get: (account: AccountId, id: string) => Effect.Effect<Member, NotFound>;
    /** Adds a member and emails an invitation. Fails if the account has a member with the email address. */
    readonly invite: (
      account: AccountId,
      invitation: InviteMember,
      idempotencyKey?: string,
    ) => Effect.Effect<InvitedMember, Conflict | NotFound>;
    /** Emails a new invitation; the earlier link ends. Fails if the member has signed in. */
    readonly resend: (account: AccountId, id: string) => Effect.Effect<Member, Conflict | NotFound>;
    /** Changes a member. A demotion ends the sessions of the member. Fails for the last owner. */
    readonly update: (
      account: AccountId,
      id: string,
      change: UpdateMember,
    ) => Effect.Effect<Member, Conflict | NotFound>;
    /** Deletes a member with their sessions and personal data. Fails for the last owner. */
    readonly remove: (
      account: AccountId,
      id: string,
    ) => Effect.Effect<RemovedMember, Conflict | NotFound>;
    /** Emails a sign-in link for each account that has a member with this email address. */
    readonly requestSignIn: (email: string) => Effect.Effect<void>;
    /** The members with an email address, in all accounts. */
    readonly findByEmail: (email: string) => Effect.Effect<ReadonlyArray<Membership>>;
    /**
     * Opens a session of a member whom the identity provider has signed in. The unused links of the member end.
     * Fails if the member was removed.
     */
    readonly openSession: (member: Membership) => Effect.Effect<OpenedSession, NotFound>;
  }
>()("@paraph/core/members/Members") {
  static readonly layer = Layer.effect(
    Members,
    Effect.gen(function* () {
      const store = yield* MemberStore;
      const sessions = yield* ConsoleSessions;
      const sessionStore = yield* ConsoleSessionStore;
      const audit = yield* AuditLog;
      const transaction = yield* Transaction;
      const runOnce = yield* idempotent;
      const row = yield* withRandom(newRow);
      const queueEmail = yield* memberEmailQueueing;
      const { base } = yield* PublicUrls;

      const lockAccount = Effect.fnUntraced(function* (account: AccountId) {
        return yield* Effect.fromOption(yield* store.lock(account), () => NotFound.of("account"));
      });

      const get = Effect.fnUntraced(function* (account: AccountId, id: string) {
        const found = isMemberId(id) ? yield* store.find(account, id) : Option.none();
        return yield* Effect.fromOption(found, () => NotFound.of("member"));
      });

      const sendLink = Effect.fnUntraced(function* (
        purpose: "invitation" | "signIn",
        member: Membership,
        lifetime: Duration.Duration,
      ) {
        const { id: memberId, accountId, email, name } = member;
        const link = yield* sessions.createMemberLink(memberId, lifetime);
        const { id } = yield* row;
        yield* queueEmail({
          cause: `${CAUSES[purpose]}:${id}`,
          memberId,
          accountId,
          to: { email, name },
          letter: memberLetter(purpose, member, link, base),
          expiresAt: link.expiresAt,
        });
      });

      const add = Effect.fnUntraced(function* (account: AccountId, invitation: InviteMember) {
        const accountName = yield* lockAccount(account);
        if ((yield* store.count(account)) >= MAX_MEMBERS) return yield* FULL;
        const { id: newId, createdAt } = yield* row;
        const { language = "en", name = null, role } = invitation;
        const id = MemberId.make(newId);
        const email = normalizeEmail(invitation.email);
        const member = { ...invitation, email, id, accountId: account, language, createdAt };
        if (!(yield* store.add(member))) return yield* EXISTS;
        const membership = { id, accountId: account, accountName, email, name, language };
        yield* sendLink("invitation", membership, INVITATION_LIFETIME);
        yield* audit.record({ ...auditEntry("invited", account, id), details: { role } });
        return yield* get(account, id);
      });

      const invite = Effect.fn("Members.invite")(function* (
        account: AccountId,
        invitation: InviteMember,
        idempotencyKey?: string,
      ) {
        const scope = { operation: "members.invite", within: account } as const;
        const { value, replayed } = yield* runOnce(keyedRequest(scope, idempotencyKey), {
          replay: (id) => get(account, id),
          prepare: Effect.void,
          make: () => add(account, invitation),
        });
        return { ...value, created: !replayed };
      });

      const resend = Effect.fn("Members.resend")(function* (account: AccountId, id: string) {
        const accountName = yield* lockAccount(account);
        const member = yield* get(account, id);
        if (member.status === "active") return yield* ACCEPTED;
        yield* sessionStore.removeLinksOf(member.id);
        yield* store.cancelEmails(member.id);
        yield* sendLink(
          "invitation",
          { ...member, accountId: account, accountName },
          INVITATION_LIFETIME,
        );
        yield* audit.record(auditEntry("invitation_resent", account, member.id));
        return yield* get(account, id);
      }, transaction.run);

      const requireOtherOwner = Effect.fnUntraced(function* (account: AccountId, id: MemberId) {
        if (isLastOwner(id, yield* store.owners(account))) return yield* LAST_OWNER;
        return yield* Effect.void;
      });

      const update = Effect.fn("Members.update")(function* (
        account: AccountId,
        id: string,
        change: UpdateMember,
      ) {
        yield* lockAccount(account);
        const member = yield* get(account, id);
        const { role = member.role } = change;
        const isDemoted = isDemotion(member.role, role);
        if (isDemoted) {
          yield* requireOtherOwner(account, member.id);
          yield* sessionStore.removeSessionsOf(member.id);
        }
        yield* store.update(member.id, change);
        yield* audit.record({
          ...auditEntry("updated", account, member.id),
          // Names are personal data.
          details: role === member.role ? {} : { role, previousRole: member.role },
        });
        return yield* get(account, id);
      }, transaction.run);

      const remove = Effect.fn("Members.remove")(function* (account: AccountId, id: string) {
        yield* lockAccount(account);
        const member = yield* get(account, id);
        yield* requireOtherOwner(account, member.id);
        yield* store.remove(member.id);
        const { role } = member;
        yield* audit.record({ ...auditEntry("removed", account, member.id), details: { role } });
        return { id: member.id, deleted: true as const };
      }, transaction.run);

      const sendSignIn = Effect.fnUntraced(function* (member: Membership) {
        // A concurrent removal of the member waits, or has happened.
        yield* store.lock(member.accountId);
        const current = yield* store.find(member.accountId, member.id);
        const links = yield* sessionStore.countLinksOf(member.id, yield* DateTime.now);
        if (Option.isNone(current) || links >= MAX_LINKS) return;
        yield* store.removeEndedEmails(member.id);
        yield* sendLink("signIn", member, EMAIL_LINK_LIFETIME);
      }, transaction.run);

      const requestSignIn = Effect.fn("Members.requestSignIn")(function* (email: string) {
        yield* Effect.forEach(yield* store.findByEmail(normalizeEmail(email)), sendSignIn, {
          discard: true,
        });
      });

      const openSession = Effect.fn("Members.openSession")(function* (membership: Membership) {
        const { id, accountId } = membership;
        // A concurrent removal of the member waits, or has happened.
        yield* lockAccount(accountId);
        const member = yield* get(accountId, id);
        yield* sessionStore.removeLinksOf(member.id);
        const owner = { kind: "member", member: { id: member.id, accountId } } as const;
        return yield* sessions.open(owner, "oidc");
      }, transaction.run);

      return Members.of({
        list: store.list,
        get,
        invite,
        resend,
        update,
        remove,
        requestSignIn,
        findByEmail: (email) => store.findByEmail(normalizeEmail(email)),
        openSession,
      });
    }),
  );
}

/** The prefixes of the causes of emails. */
const CAUSES = { invitation: "member_invitation", signIn: "member_sign_in" } as const;

const FULL = Conflict.of(`The account has ${MAX_MEMBERS} members, the maximum. Remove one first`);
const EXISTS = Conflict.of(
  "The account has a member with this email address. Change the role of that member instead",
);
const ACCEPTED = Conflict.of("The member has accepted the invitation");
const LAST_OWNER = Conflict.of(
  "This is the last owner who can sign in. Make another active member an owner first",
);

function auditEntry(
  what: "invited" | "invitation_resent" | "updated" | "removed",
  accountId: AccountId,
  id: MemberId,
): NewAuditEntry {
  return { action: `member.${what}`, accountId, target: { kind: "member", id } };
}
