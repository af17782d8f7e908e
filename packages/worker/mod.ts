/**
 * Paraph's background work: a layer that draws documents on threads of its own, and one that takes
 * renders from the queue and settles them; the same for mails, for events that webhooks wait for, and for what
 * is to be erased.
 *
 * @module
 */
export * from "./erasure/mod.ts";
export * from "./mail/mod.ts";
export * from "./renders/mod.ts";
export * from "./signatures/mod.ts";
export * from "./signing/mod.ts";
export * from "./webhooks/mod.ts";
