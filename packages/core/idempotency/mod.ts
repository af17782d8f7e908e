export * from "./idempotency_store.ts";
export * from "./idempotent.ts";
