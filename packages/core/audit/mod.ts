export * from "./actor.ts";
export * from "./audit_action.ts";
export * from "./audit_entry.ts";
export * from "./audit_log.ts";
