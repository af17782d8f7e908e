export * from "./console_session.ts";
export * from "./console_session_store.ts";
export * from "./console_sessions.ts";
export * from "./identity_provider.ts";
export * from "./role.ts";
