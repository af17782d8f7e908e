/**
 * Paraph's background work: a layer that draws documents on threads of its own, and one that takes
 * renders from the queue and settles them; the same for mails, and for events that webhooks wait for.
 *
 * @module
 */
export * from "./mail/mod.ts";
export * from "./renders/mod.ts";
export * from "./signatures/mod.ts";
export * from "./signing/mod.ts";
export * from "./webhooks/mod.ts";
