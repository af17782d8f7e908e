/**
 * The public pages of shares: {@linkcode SharePages} writes them, {@linkcode assetsRoute} serves what
 * they load, {@linkcode PageAssets} makes it.
 *
 * @module
 */
export { assetsRoute } from "./assets_route.ts";
export { ASSETS, PageAssets } from "./page_assets.ts";
export type { SharePageView } from "./share_page.ts";
export { SharePages } from "./share_pages.ts";
