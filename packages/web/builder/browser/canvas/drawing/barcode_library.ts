import { toSVG } from "bwip-js/browser";

/** Encodes a barcode as SVG. */
export function toSvg(options: Parameters<typeof toSVG>[0]): string {
  return toSVG(options);
}
