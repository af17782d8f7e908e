export * from "./erased_recipient.ts";
export * from "./erasure_store.ts";
export * from "./erasures.ts";
export * from "./file_remover.ts";
export * from "./retention.ts";
export * from "./retention_age.ts";
export * from "./retention_store.ts";
