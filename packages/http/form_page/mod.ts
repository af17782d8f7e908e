/**
 * The pages of forms that people fill in for partners: {@linkcode FormPages} writes them.
 *
 * @module
 */
export type { FormPageView } from "./form_page.ts";
export { FormPages } from "./form_pages.ts";
export type { GoneKind } from "./gone_page.ts";
