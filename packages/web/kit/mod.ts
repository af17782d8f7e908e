/**
 * The common parts of all pages: {@linkcode pageFrame} is their HTML frame, {@linkcode PageAssets} has the
 * files that they load.
 *
 * @module
 */
export { brandFooter, brandHeader, brandMark } from "./branding.ts";
export { acceptedCoding, type Coding, compress } from "./compress.ts";
export { embedPage, type EmbedPageView } from "./embed_page.ts";
export { html, type Html, interpolate } from "./html.ts";
export { MESSAGE_EMBLEM, messagePage, STILL } from "./message_page.ts";
export {
  addressesBelow,
  ASSETS,
  PageAssets,
  type PageFiles,
  type PageLook,
} from "./page_assets.ts";
export { pageFrame, type PageResponse } from "./page_frame.ts";
export { dayOf, scriptTexts } from "./page_texts.ts";
