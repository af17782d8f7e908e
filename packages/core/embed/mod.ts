/**
 * Embedding: partners' users design templates and fill in forms inside of the partner's own app.
 *
 * @module
 */
export * from "./builder_caller.ts";
export * from "./builder_template.ts";
export * from "./builder_templates.ts";
export * from "./catalog.ts";
export * from "./catalogs.ts";
export * from "./embed_sessions.ts";
export * from "./errors.ts";
export * from "./form.ts";
export * from "./forms.ts";
export * from "./permission.ts";
export * from "./previews.ts";
export * from "./session.ts";
export * from "./token_signer.ts";
