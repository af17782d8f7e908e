/**
 * The members of accounts: people with roles who sign in to the console, by email.
 *
 * @module
 */
export * from "./last_owner.ts";
export * from "./member.ts";
export * from "./member_letter.ts";
export * from "./member_store.ts";
export * from "./members.ts";
