/**
 * Paraph's background work: a layer that draws documents on threads of its own, and one that takes
 * renders from the queue and settles them. Another delivers events to webhooks.
 *
 * @module
 */
export * from "./renders/mod.ts";
export * from "./webhooks/mod.ts";
