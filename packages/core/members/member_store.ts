import { Context, type Effect, type Option } from "effect";

import type { AccountId, Language, MemberId, Timestamp } from "../values/mod.ts";
import type { Owner } from "./last_owner.ts";
import type { InviteMember, Member, UpdateMember } from "./member.ts";

/** A member to add, with a normalized email address. */
export interface NewMember extends InviteMember {
  readonly id: MemberId;
  readonly accountId: AccountId;
  readonly language: Language;
  readonly createdAt: Timestamp;
}

/** A member with what an email to them needs. */
export interface Membership extends Pick<Member, "id" | "email" | "name" | "language"> {
  readonly accountId: AccountId;
  readonly accountName: string;
}

/** Stores the members of accounts. */
export class MemberStore extends Context.Service<
  MemberStore,
  {
    /** Locks the members of an account for the transaction; returns the name of the account. */
    readonly lock: (account: AccountId) => Effect.Effect<Option.Option<string>>;
    /** Adds a member unless the account has one with this email; whether it was added. */
    readonly add: (member: NewMember) => Effect.Effect<boolean>;
    readonly count: (account: AccountId) => Effect.Effect<number>;
    /** The members of an account, oldest first. */
    readonly list: (account: AccountId) => Effect.Effect<ReadonlyArray<Member>>;
    readonly find: (account: AccountId, id: MemberId) => Effect.Effect<Option.Option<Member>>;
    readonly owners: (account: AccountId) => Effect.Effect<ReadonlyArray<Owner>>;
    readonly update: (id: MemberId, change: UpdateMember) => Effect.Effect<void>;
    /** Deletes a member with their links, sessions and emails. */
    readonly remove: (id: MemberId) => Effect.Effect<void>;
    /** Deletes the emails to a member that were sent or have failed. */
    readonly removeEndedEmails: (id: MemberId) => Effect.Effect<void>;
    /** Cancels the emails to a member that wait to be sent. */
    readonly cancelEmails: (id: MemberId) => Effect.Effect<void>;
    /** The members with a normalized email address, in all accounts. */
    readonly findByEmail: (email: string) => Effect.Effect<ReadonlyArray<Membership>>;
  }
>()("@paraph/core/members/MemberStore") {}
