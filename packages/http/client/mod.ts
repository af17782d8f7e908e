/**
 * A client of Paraph's HTTP API: {@linkcode connect} with promises for every runtime with `fetch`,
 * {@linkcode ParaphClient} for programs with Effect. {@linkcode verifyWebhook} verifies deliveries of
 * events.
 *
 * Calls are retried as the interface recommends, and calls that create something get an
 * `Idempotency-Key`. Failures are those of the contract: `_tag` is the stable code.
 *
 * @module
 */
export type { DeliveredEvent, InvalidDelivery } from "@paraph/core/webhooks";
export type { RetryRules } from "./_retry.ts";
export { withRetries } from "./_retry.ts";
export type { HookOptions } from "./_resources/hooks.ts";
export type { FollowOptions } from "./_resources/webhooks.ts";
export { connect, type ConnectOptions, type Paraph } from "./connect.ts";
export * from "./failure.ts";
export * from "./options.ts";
export { makeClient, ParaphClient, type Resources } from "./paraph_client.ts";
export { type ReceivedHeaders, type ReceivedWebhook, verifyWebhook } from "./verify_webhook.ts";
