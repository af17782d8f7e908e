/**
 * The pages of the visual builder, which partners show inside of theirs: {@linkcode BuilderPages} writes
 * them.
 *
 * @module
 */
export { BuilderPages } from "./builder_pages.ts";
