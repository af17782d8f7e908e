export * from "./errors.ts";
export * from "./hook.ts";
export * from "./hook_store.ts";
export * from "./hooks.ts";
