import type { Adopted } from "@paraph/core/signing";

import { pathOf } from "./strokes.ts";

/**
 * The faces of typed signatures, in the order in which the sealed document takes them for each
 * character; the style sheet says where they come from.
 */
const FACES =
  '"Paraph Hand", "Paraph Latin", "Paraph Hebrew", "Paraph Arabic", "Paraph Devanagari", "Paraph Thai", sans-serif';

/** The font size that typed signatures are measured in: whole pixels of it are fine enough. */
const EM = 1000;

/** How far the letters of a signature reach up and down together, at least, in ems. */
const LEAST_REACH = 0.9;

/** How much larger than its pad a small drawing gets at most. */
const MOST_GROWTH = 3;

const RIGHT_TO_LEFT =
  /^\P{L}*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

const SVG = "http://www.w3.org/2000/svg";

/**
 * A signature or initials as the sealed document shows them: the ink as large as it fits into the box,
 * from the lower left corner. It fills the box that it is put into.
 */
export function ink(adopted: Adopted): SVGElement {
  return adopted.kind === "typed" ? writing(adopted.text) : drawing(adopted);
}

function writing(text: string): SVGElement {
  const isTurned = RIGHT_TO_LEFT.test(text);
  const element = document.createElementNS(SVG, "text");
  element.setAttribute("font-size", String(EM));
  element.setAttribute("font-family", FACES);
  element.setAttribute("direction", isTurned ? "rtl" : "ltr");
  // Either way the text begins at its left end, where it is measured from.
  element.setAttribute("text-anchor", isTurned ? "end" : "start");
  element.textContent = text;
  const svg = frame(element, reachOf(text, isTurned));
  // Faces come when they are asked for first.
  const fit = () => setFrame(svg, reachOf(text, isTurned));
  void document.fonts.load(`${EM}px ${FACES}`, text).then(fit, () => {});
  return svg;
}

/** What the ink of a text covers, in the measure of {@linkcode EM}. */
function reachOf(text: string, isTurned: boolean): Frame {
  const context = document.createElement("canvas").getContext("2d");
  if (context === null) return { left: 0, bottom: 0, width: (text.length * EM) / 2, height: EM };
  context.font = `${EM}px ${FACES}`;
  context.direction = isTurned ? "rtl" : "ltr";
  context.textAlign = "left";
  const box = context.measureText(text);
  const { actualBoundingBoxLeft: left, actualBoundingBoxDescent: bottom } = box;
  return {
    left: -left,
    bottom,
    width: Math.max(left + box.actualBoundingBoxRight, 1),
    height: Math.max(box.actualBoundingBoxAscent + bottom, LEAST_REACH * EM),
  };
}

function drawing({ width, height, strokes }: Adopted & { readonly kind: "drawn" }): SVGElement {
  const [left, right] = extent(strokes, 0);
  const [top, bottom] = extent(strokes, 1);
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("vector-effect", "non-scaling-stroke");
  path.setAttribute("d", strokes.map(pathOf).join(""));
  const svg = frame(path, {
    ...{ left, bottom },
    width: Math.max(right - left, width / MOST_GROWTH, 1),
    height: Math.max(bottom - top, height / MOST_GROWTH, 1),
  });
  svg.style.setProperty("--width", String(width));
  svg.style.setProperty("--height", String(height));
  svg.style.setProperty("--diagonal", String(Math.hypot(width, height)));
  return svg;
}

/** What of a drawing fills its box, in its own units: y grows downwards. */
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

/** From where to where strokes reach along an axis: 0 for x, 1 for y. */
function extent(strokes: ReadonlyArray<ReadonlyArray<number>>, axis: 0 | 1) {
  let [least, most] = [Infinity, -Infinity];
  for (const stroke of strokes) {
    for (let at = axis; at < stroke.length; at += 2) {
      least = Math.min(least, stroke[at] ?? least);
      most = Math.max(most, stroke[at] ?? most);
    }
  }
  return [least, most] as const;
}
