/**
 * What all pages for guests have in common: {@linkcode pageFrame} is the frame of each,
 * {@linkcode PageAssets} has what they load.
 *
 * @module
 */
export { acceptedCoding } from "./compressed.ts";
export { html, type Html } from "./html.ts";
export { messagePage } from "./message_page.ts";
export { addressesBelow, ASSETS, PageAssets, type PageFiles } from "./page_assets.ts";
export { pageFrame, type PageResponse } from "./page_frame.ts";
