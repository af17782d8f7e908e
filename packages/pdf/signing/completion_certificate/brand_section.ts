import type { CertificateBranding } from "@paraph/core/builtin_provider";
import type { Logo } from "@paraph/core/projects";
import { imageHead } from "@paraph/core/values";
import { Result } from "effect";

import { COLOURS, type LayoutBuilder } from "./layout_builder.ts";
import { oneLine } from "./words.ts";

const HEIGHT = 11;
const MAX_WIDTH = 60;

/** Adds the logo and the name of the sender, side by side, above the title. */
export function addBrand(
  builder: LayoutBuilder,
  { name, logo }: CertificateBranding,
  { left, width }: { readonly left: number; readonly width: number },
): void {
  if (name === null && logo === null) return;
  const logoWidth = logo === null ? 0 : Math.min(MAX_WIDTH, HEIGHT * aspectOf(logo));
  if (logo !== null) builder.logo(logo, { x: left, y: 0, width: logoWidth, height: HEIGHT });
  if (name !== null) {
    const indent = logo === null ? 0 : logoWidth + 4;
    builder.text(
      oneLine(name, 200),
      { x: left + indent, y: 0, width: width - indent, height: HEIGHT },
      { fontSize: 13, fontName: "Roboto-Medium", minFontSize: 6, verticalAlignment: "middle" },
    );
  }
  builder.advance(HEIGHT + 6);
}

/** Adds the text of the sender at the end. */
export function addBrandFooter(
  builder: LayoutBuilder,
  { footer }: CertificateBranding,
  { left, width }: { readonly left: number; readonly width: number },
): void {
  if (footer === null) return;
  builder.advance(4);
  builder.text(
    footer,
    { x: left, y: 0, width, height: 4 },
    { fontSize: 8, lineHeight: 1.4, fontColor: COLOURS.muted, grows: true },
  );
  builder.advance(7);
}

/** The width of a logo divided by its height; 1 if it is unknown. */
function aspectOf({ type, bytes }: Logo): number {
  const [width, height] = type === "image/svg+xml" ? svgSize(bytes) : rasterSize(bytes);
  const aspect = width / height;
  return Number.isFinite(aspect) && aspect > 0 ? aspect : 1;
}

function rasterSize(bytes: Uint8Array): readonly [number, number] {
  const head = imageHead(Buffer.from(bytes).toString("base64"));
  return Result.isSuccess(head) ? [head.success.width, head.success.height] : [1, 1];
}

function svgSize(bytes: Uint8Array): readonly [number, number] {
  const [root = ""] = /<svg\b[^>]*>/.exec(new TextDecoder().decode(bytes)) ?? [];
  const attribute = (name: string) =>
    new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(root)?.[1] ?? "";
  const [, , width, height] = attribute("viewBox")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  return width !== undefined && height !== undefined
    ? [width, height]
    : [Number.parseFloat(attribute("width")), Number.parseFloat(attribute("height"))];
}
