/**
 * The pages of the visual builder, which partners show inside of theirs: {@linkcode BuilderPages} writes
 * them.
 *
 * @module
 */
export type { BuilderPageView } from "./builder_page.ts";
export { BuilderPages } from "./builder_pages.ts";
