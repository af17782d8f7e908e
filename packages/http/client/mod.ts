/**
 * Paraph over HTTP for programs that call it: {@linkcode connect} gives promises and runs wherever there
 * is `fetch`; {@linkcode ParaphClient} is the same for programs in Effect. {@linkcode verifyWebhook}
 * tells genuine deliveries of events from others.
 *
 * Calls are repeated as the interface recommends, and what is made gets an `Idempotency-Key` by itself.
 * Failures are the contract's: `_tag` is the stable code.
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
