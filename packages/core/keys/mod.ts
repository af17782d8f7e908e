export * from "./demo_keys.ts";
export * from "./errors.ts";
export * from "./key.ts";
export * from "./key_store.ts";
export * from "./keys.ts";
export * from "./refused_key.ts";
