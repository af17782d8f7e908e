/**
 * The pages of forms, which integrators embed: {@linkcode FormPages} renders them.
 *
 * @module
 */
export { FormPages } from "./form_pages.ts";
