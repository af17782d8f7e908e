export * from "./database.ts";
export * from "./fixtures.ts";
export * from "./hash_sources.ts";
export * from "./stores.ts";
