export * from "./build_cache.ts";
