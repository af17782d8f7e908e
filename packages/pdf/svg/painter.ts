import type { PreparedImage } from "../images/prepared_image.ts";
import { type Box, type Matrix, multiply, scaleOf } from "./geometry/matrix.ts";
import type { Canvas } from "./paint/canvas.ts";
import type { Declared, Style } from "./style/style.ts";
import type { LengthBase } from "./style/values.ts";
import type { SvgElement } from "./svg_element.ts";
import type { SvgFonts } from "./text/svg_fonts.ts";

/** Where an element is drawn. */
export interface Place {
  readonly canvas: Canvas;
  /** From user space to the space in which the content of the canvas begins. */
  readonly matrix: Matrix;
  /** The points in a user unit. */
  readonly scale: number;
  /** The size of the viewport, for percentages. */
  readonly viewport: { readonly width: number; readonly height: number };
  /** The style that elements inherit. */
  readonly style: Style;
  /** Whether the content is a clipping path, of which only the geometry counts. */
  readonly isClip: boolean;
}

/** What the parts of an SVG are drawn with. */
export interface Painter {
  readonly fonts: SvgFonts;
  /** The element with an id. */
  readonly find: (id: string) => SvgElement | undefined;
  readonly declaredOf: (element: SvgElement) => Declared;
  /** The style of an element where it is in the document. */
  readonly styleOf: (element: SvgElement) => Style;
  readonly readImage: (dataUri: string) => PreparedImage;
  readonly warn: (message: string) => void;
  /** Counts a drawn element. Fails if there are too many. */
  readonly count: () => void;
  readonly drawChildren: (element: SvgElement, place: Place) => void;
  /** Does work for an element that another one refers to; nothing if it refers to itself. */
  readonly inside: (element: SvgElement, work: () => void) => void;
}

/** The same place with another coordinate system. */
export function transformedPlace(place: Place, matrix: Matrix): Place {
  return { ...place, matrix: multiply(place.matrix, matrix), scale: place.scale * scaleOf(matrix) };
}

/** What lengths across, down and in other directions are relative to. */
export function lengthBases({ viewport, style }: Place): {
  readonly across: LengthBase;
  readonly down: LengthBase;
  readonly other: LengthBase;
} {
  const { fontSize } = style;
  return {
    across: { whole: viewport.width, fontSize },
    down: { whole: viewport.height, fontSize },
    other: { whole: diagonalOf(viewport), fontSize },
  };
}

/** The length of 100% in no direction (SVG 2, 8.9). */
export function diagonalOf({ width, height }: Place["viewport"]): number {
  return Math.hypot(width, height) / Math.SQRT2;
}

/** Computes a bounding box when it is needed. */
export type LazyBox = () => Box;
