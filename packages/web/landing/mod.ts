/**
 * The pages at `/` and at unknown addresses: {@linkcode LandingPages} renders them.
 *
 * @module
 */
export { LandingPages } from "./landing_pages.ts";
