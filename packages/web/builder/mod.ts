/**
 * The pages of the visual builder, which integrators embed: {@linkcode BuilderPages} renders them.
 *
 * @module
 */
export { BuilderPages } from "./builder_pages.ts";
