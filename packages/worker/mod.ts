/**
 * Paraph's background work, as layers: they process queued renders, emails, signature requests and webhook
 * deliveries, and erase data past its retention age.
 *
 * @module
 */
export * from "./email_worker.ts";
export * from "./render_batch_worker.ts";
export * from "./render_worker.ts";
export * from "./retention_worker.ts";
export * from "./signature_bulk_worker.ts";
export * from "./signature_worker.ts";
export * from "./webhook_worker.ts";
