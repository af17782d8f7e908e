/**
 * Embedding: partners' users design templates and fill in forms inside of the partner's own app.
 *
 * @module
 */
export * from "./builder_caller.ts";
export * from "./builder_template.ts";
export * from "./builder_templates.ts";
export * from "./calling_page.ts";
export * from "./catalog.ts";
export * from "./catalog_check.ts";
export * from "./catalog_store.ts";
export * from "./catalogs.ts";
export * from "./draft.ts";
export * from "./draft_content.ts";
export * from "./draft_manifest.ts";
export * from "./draft_store.ts";
export * from "./embed_sessions.ts";
export * from "./errors.ts";
export * from "./form.ts";
export * from "./forms.ts";
export * from "./layout_samples.ts";
export * from "./permission.ts";
export * from "./previews.ts";
export * from "./renew_token.ts";
export * from "./session.ts";
export * from "./session_life.ts";
export * from "./session_store.ts";
export * from "./session_terms.ts";
export * from "./submission_store.ts";
export * from "./token_signer.ts";
