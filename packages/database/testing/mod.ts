export * from "./database.ts";
export * from "./fixtures.ts";
export * from "./hash_sources.ts";
export * from "./scripted_provider.ts";
export * from "./stores.ts";
