/**
 * The pages of recipients who sign: {@linkcode SignPages} renders them.
 *
 * @module
 */
export type { SignPageView } from "./sign_page.ts";
export { SignPages } from "./sign_pages.ts";
