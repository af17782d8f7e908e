/**
 * Paraph's background work: layers that take renders, emails, signature requests and webhook deliveries from
 * their queues, and one that erases by age.
 *
 * @module
 */
export * from "./email_worker.ts";
export * from "./render_worker.ts";
export * from "./retention_worker.ts";
export * from "./signature_worker.ts";
export * from "./webhook_worker.ts";
