export * from "./database.ts";
export * from "./hash_sources.ts";
