/**
 * The page on which people prepare a document and send it for signature: {@linkcode SendPages} renders it.
 *
 * @module
 */
export { SendPages } from "./send_pages.ts";
