/**
 * Paraph's background work: a layer that draws documents on threads of its own, and one that takes
 * renders from the queue and settles them; the same for mails.
 *
 * @module
 */
export * from "./mail/mod.ts";
export * from "./renders/mod.ts";
