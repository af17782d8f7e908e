/**
 * The pages of forms, which integrators embed: {@linkcode FormPages} renders them.
 *
 * @module
 */
export type { GoneView } from "./gone_page.ts";
export { FormPages } from "./form_pages.ts";
