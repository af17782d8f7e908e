export * from "./files/asset_store.ts";
export * from "./sql/database_state.ts";
export * from "./sql/mail_queue.ts";
export * from "./sql/migrations/mod.ts";
export * from "./sql/mod.ts";
export * from "./sql/render_queue.ts";
export * from "./sql/restored_events.ts";
export * from "./sql/waiting_work.ts";
