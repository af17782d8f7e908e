export * from "./account.ts";
export * from "./branding.ts";
export * from "./logo.ts";
export * from "./project.ts";
export * from "./project_slug.ts";
export * from "./project_store.ts";
export * from "./projects.ts";
