import type { Adopted } from "@paraph/core/signing";

import { pathOf } from "./strokes.ts";

/** The face of typed signatures; the style sheet says where it comes from. */
const FACE = "Paraph Hand";

const SVG = "http://www.w3.org/2000/svg";

/** A signature or initials as they look on paper; fills whatever box it is put into. */
export function ink(adopted: Adopted): Element {
  return adopted.kind === "typed" ? writing(adopted.text) : drawing(adopted);
}

function writing(text: string): HTMLElement {
  const element = document.createElement("span");
  element.className = "ink";
  element.dir = "auto";
  element.textContent = text;
  const measure = () => element.style.setProperty("--ems", String(emsOf(text, element)));
  measure();
  // The face comes when it is asked for first.
  void document.fonts.load(`16px "${FACE}"`, text).then(measure, () => {});
  return element;
}

/** How wide a text is for its height. */
function emsOf(text: string, element: HTMLElement): number {
  const context = document.createElement("canvas").getContext("2d");
  if (context === null) return text.length / 2;
  const family = element.isConnected ? getComputedStyle(element).fontFamily : `"${FACE}", cursive`;
  context.font = `100px ${family}`;
  return Math.max(0.5, context.measureText(text).width / 100);
}

function drawing({ width, height, strokes }: Adopted & { readonly kind: "drawn" }): SVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "ink");
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("preserveAspectRatio", "xMinYMax meet");
  svg.setAttribute("aria-hidden", "true");
  svg.style.setProperty("--width", String(width));
  svg.style.setProperty("--height", String(height));
  svg.style.setProperty("--diagonal", String(Math.hypot(width, height)));
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("vector-effect", "non-scaling-stroke");
  path.setAttribute("d", strokes.map(pathOf).join(""));
  svg.append(path);
  return svg;
}
