export * from "./errors.ts";
export * from "./publication.ts";
export * from "./template.ts";
export * from "./template_copies.ts";
export * from "./template_copy.ts";
export * from "./template_store.ts";
export * from "./templates.ts";
export * from "./versioning.ts";
