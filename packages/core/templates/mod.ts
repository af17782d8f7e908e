export * from "./errors.ts";
export * from "./project_defaults.ts";
export * from "./publication.ts";
export * from "./template.ts";
export {
  type CheckedTemplate,
  checkTemplate,
  standardIssues,
  standardsOfLayout,
  loopKeyIssues,
} from "./template_check.ts";
export * from "./template_changes.ts";
export * from "./template_copies.ts";
export * from "./template_copy.ts";
export * from "./template_store.ts";
export * from "./templates.ts";
export * from "./version_storage.ts";
export * from "./versioning.ts";
