/**
 * The pages of recipients who are asked to sign: {@linkcode SignPages} writes them.
 *
 * @module
 */
export type { SignPageView } from "./sign_page.ts";
export { SignPages } from "./sign_pages.ts";
