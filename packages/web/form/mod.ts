/**
 * The pages of forms that people fill in for partners: {@linkcode FormPages} writes them.
 *
 * @module
 */
export { FormPages } from "./form_pages.ts";
