/**
 * The pages of forms, which integrators embed: {@linkcode FormPages} renders them.
 *
 * @module
 */
export type { FormPageView } from "./form_page.ts";
export type { GoneView } from "./gone_page.ts";
export { FormPages } from "./form_pages.ts";
