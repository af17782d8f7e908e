/**
 * The pages of the development inbox, which shows the emails of a deployment without a mail server.
 * {@linkcode InboxPages} renders them. They have no scripts.
 *
 * @module
 */
export { INBOX, InboxPages } from "./inbox_pages.ts";
