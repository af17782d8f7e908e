/**
 * What all pages for guests have in common: {@linkcode pageFrame} is the frame of each,
 * {@linkcode assetsRoute} serves what they load, {@linkcode PageAssets} makes it.
 *
 * @module
 */
export { assetsRoute } from "./assets_route.ts";
export { html, type Html } from "./html.ts";
export { messagePage } from "./message_page.ts";
export { addressesBelow, ASSETS, PageAssets, type PageFiles } from "./page_assets.ts";
export { pageFrame, type PageResponse } from "./page_frame.ts";
