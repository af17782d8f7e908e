export * from "./errors.ts";
export * from "./inbound_webhook.ts";
export * from "./inbound_webhook_store.ts";
export * from "./inbound_webhooks.ts";
