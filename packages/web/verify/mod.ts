/**
 * The pages for people who check signed documents: {@linkcode VerifyPages} renders them.
 *
 * @module
 */
export { VerifyPages } from "./verify_pages.ts";
export type { CheckResult, VerifyView } from "./verify_view.ts";
