/**
 * Embedding: an integrator's users design templates and fill in forms inside the integrator's app.
 *
 * @module
 */
export * from "./builder/builder_caller.ts";
export * from "./builder/builder_template.ts";
export * from "./builder/builder_templates.ts";
export * from "./builder/draft.ts";
export * from "./builder/draft_content.ts";
export * from "./builder/draft_manifest.ts";
export * from "./builder/draft_store.ts";
export * from "./builder/layout_samples.ts";
export * from "./builder/previews.ts";
export * from "./catalogs/catalog.ts";
export * from "./catalogs/catalog_check.ts";
export * from "./catalogs/catalog_store.ts";
export * from "./catalogs/catalogs.ts";
export * from "./errors.ts";
export * from "./forms/form.ts";
export * from "./forms/forms.ts";
export * from "./forms/submission_store.ts";
export * from "./sending/sending.ts";
export * from "./sessions/calling_page.ts";
export * from "./sessions/embed_sessions.ts";
export * from "./sessions/permission.ts";
export * from "./sessions/session.ts";
export * from "./sessions/session_life.ts";
export * from "./sessions/session_store.ts";
export * from "./sessions/session_terms.ts";
export * from "./sessions/token_signer.ts";
