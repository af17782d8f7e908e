/**
 * The public pages of shares: {@linkcode SharePages} renders them.
 *
 * @module
 */
export type { SharePageView } from "./share_page.ts";
export { SharePages } from "./share_pages.ts";
