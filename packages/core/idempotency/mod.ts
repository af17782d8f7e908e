export * from "./idempotency_store.ts";
export * from "./repeatable.ts";
