export * from "./admin.ts";
export * from "./errors.ts";
export * from "./origin.ts";
export * from "./partner_store.ts";
export * from "./partners.ts";
export * from "./provision.ts";
export * from "./sender.ts";
export * from "./system.ts";
