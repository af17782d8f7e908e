export * from "./dedupe.ts";
export * from "./engagement.ts";
export * from "./engagement_event.ts";
export * from "./engagement_store.ts";
export * from "./email_audit_engagement.ts";
export * from "./summary.ts";
