import {
  type AdoptedSignature,
  type ImageSignature,
  signatureText,
  type TypedSignature,
} from "@paraph/core/builtin_provider";

import { allFamilies, type GlyphRun, glyphRuns, glyphVersion } from "./glyph_runs.ts";
import { toPath } from "./strokes.ts";
import { drawSignatureImage } from "./uploaded_image.ts";

/** The font size in which typed signatures are measured. */
const EM = 1000;

/** The minimum height of a typed signature, in em. */
const MIN_HEIGHT = 0.9;

/** The maximum scale of a small drawing. */
const MAX_ENLARGEMENT = 3;

const RIGHT_TO_LEFT =
  /^\P{L}*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

const SVG = "http://www.w3.org/2000/svg";

/**
 * Renders a signature or initials as in the sealed document: as large as fits into the box, from the lower
 * left corner.
 */
export function ink(signature: AdoptedSignature): Element {
  if (signature.kind === "image") return picture(signature);
  return signature.kind === "typed" ? writing(signature) : drawing(signature);
}

function picture(signature: ImageSignature): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.className = "ink";
  canvas.setAttribute("aria-hidden", "true");
  // A picture that the server has made is readable.
  void drawSignatureImage(canvas, signature).catch(() => {});
  return canvas;
}

/** Returns a key that changes when a signature must be rendered again. */
export function inkKey(signature: AdoptedSignature | undefined): string {
  return JSON.stringify([signature ?? null, glyphVersion()]);
}

function writing({ text, face = "caveat" }: TypedSignature): SVGElement {
  const displayText = signatureText(text);
  const isTurned = RIGHT_TO_LEFT.test(displayText);
  // Right-to-left text is reordered as a whole.
  const runs = isTurned
    ? [{ text: displayText, family: allFamilies(face) }]
    : glyphRuns(displayText, face);
  const element = document.createElementNS(SVG, "text");
  element.setAttribute("font-size", String(EM));
  element.setAttribute("direction", isTurned ? "rtl" : "ltr");
  // Text is measured from its left end in either direction.
  element.setAttribute("text-anchor", isTurned ? "end" : "start");
  element.append(...runs.map(tspan));
  const svg = frame(element, reachOf(runs, isTurned));
  // Browsers load a font when it is first used.
  const fit = () => setFrame(svg, reachOf(runs, isTurned));
  const loading = runs.map((run) => document.fonts.load(`${EM}px ${run.family}`, run.text));
  void Promise.all(loading).then(fit, () => {});
  return svg;
}

function tspan({ text, family }: GlyphRun): SVGElement {
  const element = document.createElementNS(SVG, "tspan");
  element.setAttribute("font-family", family);
  element.textContent = text;
  return element;
}

/** Returns the bounds of a text's ink, at the font size {@linkcode EM}. */
function reachOf(runs: ReadonlyArray<GlyphRun>, isTurned: boolean): Frame {
  const context = document.createElement("canvas").getContext("2d");
  if (context === null) {
    const length = runs.reduce((total, { text }) => total + text.length, 0);
    return { left: 0, bottom: 0, width: (length * EM) / 2, height: EM };
  }
  context.direction = isTurned ? "rtl" : "ltr";
  context.textAlign = "left";
  let start = 0;
  let [left, top, right, bottom] = [Infinity, -Infinity, -Infinity, -Infinity];
  for (const { text, family } of runs) {
    context.font = `${EM}px ${family}`;
    const box = context.measureText(text);
    left = Math.min(left, start - box.actualBoundingBoxLeft);
    top = Math.max(top, box.actualBoundingBoxAscent);
    right = Math.max(right, start + box.actualBoundingBoxRight);
    bottom = Math.max(bottom, box.actualBoundingBoxDescent);
    start += box.width;
  }
  return {
    left,
    bottom,
    width: Math.max(right - left, 1),
    height: Math.max(top + bottom, MIN_HEIGHT * EM),
  };
}

function drawing({
  width,
  height,
  strokes,
}: AdoptedSignature & { readonly kind: "drawn" }): SVGElement {
  const [left, right] = extent(strokes, 0);
  const [top, bottom] = extent(strokes, 1);
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("vector-effect", "non-scaling-stroke");
  path.setAttribute("d", strokes.map(toPath).join(""));
  const svg = frame(path, {
    left,
    bottom,
    width: Math.max(right - left, width / MAX_ENLARGEMENT, 1),
    height: Math.max(bottom - top, height / MAX_ENLARGEMENT, 1),
  });
  svg.style.setProperty("--width", String(width));
  svg.style.setProperty("--height", String(height));
  svg.style.setProperty("--diagonal", String(Math.hypot(width, height)));
  return svg;
}

/** The bounds of a drawing, with y downwards. */
interface Frame {
  readonly left: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

function frame(content: SVGElement, frameOfContent: Frame): SVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "ink");
  svg.setAttribute("preserveAspectRatio", "xMinYMax meet");
  svg.setAttribute("aria-hidden", "true");
  setFrame(svg, frameOfContent);
  svg.append(content);
  return svg;
}

function setFrame(svg: SVGElement, { left, bottom, width, height }: Frame): void {
  svg.setAttribute("viewBox", `${left} ${bottom - height} ${width} ${height}`);
}

/** Returns the range of strokes along an axis: 0 for x, 1 for y. */
function extent(strokes: ReadonlyArray<ReadonlyArray<number>>, axis: 0 | 1) {
  let [least, most] = [Infinity, -Infinity];
  for (const stroke of strokes) {
    for (let index = axis; index < stroke.length; index += 2) {
      least = Math.min(least, stroke[index] ?? least);
      most = Math.max(most, stroke[index] ?? most);
    }
  }
  return [least, most] as const;
}
