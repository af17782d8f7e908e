/**
 * The reference of the HTTP API, from its OpenAPI document: {@linkcode ReferencePages} renders it.
 *
 * @module
 */
export { ExampleKeys, PLACEHOLDER_KEYS } from "./example_keys.ts";
export { ReferencePages } from "./reference_pages.ts";
