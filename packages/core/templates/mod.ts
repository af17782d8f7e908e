export * from "./errors.ts";
export * from "./publication.ts";
export * from "./template.ts";
export { type CheckedTemplate, checkTemplate } from "./template_check.ts";
export * from "./template_copies.ts";
export * from "./template_copy.ts";
export * from "./template_store.ts";
export * from "./templates.ts";
export * from "./versioning.ts";
