/**
 * The console: the page for the people who run a project. {@linkcode ConsolePages} renders its shell; the
 * script reads and changes everything through the API.
 *
 * @module
 */
export { ConsolePages } from "./console_pages.ts";
