import colorString from "color-string";

import { quote, UnsupportedDrawing } from "../../permanent_render_error.ts";
import { IDENTITY, type Matrix, multiply, rotation, translation } from "../geometry/matrix.ts";

const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi;
// The patterns here read each part in one way, so that long texts take linear time.
const LENGTH = /^([-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?)\s*([a-z%]*)$/i;

/** User units in other units. */
const UNITS: ReadonlyMap<string, number> = new Map([
  ["", 1],
  ["px", 1],
  ["pt", 4 / 3],
  ["pc", 16],
  ["mm", 96 / 25.4],
  ["cm", 96 / 2.54],
  ["in", 96],
  ["q", 96 / 101.6],
]);

/** What relative lengths are relative to. */
export interface LengthBase {
  /** The length of 100%. */
  readonly whole: number;
  readonly fontSize: number;
}

/** Reads a length in user units; undefined if it is none. */
export function lengthOf(text: string | undefined, base: LengthBase): number | undefined {
  const [, number, unit = ""] = LENGTH.exec(text?.trim() ?? "") ?? [];
  if (number === undefined) return undefined;
  const value = Number(number);
  switch (unit.toLowerCase()) {
    case "%":
      return (value * base.whole) / 100;
    case "em":
      return value * base.fontSize;
    case "rem":
      return value * 16;
    case "ex":
    case "ch":
      return (value * base.fontSize) / 2;
    default: {
      const factor = UNITS.get(unit.toLowerCase());
      return factor === undefined ? undefined : value * factor;
    }
  }
}

/** Reads a list of lengths; entries that are no lengths are left out. */
export function lengthList(text: string | undefined, base: LengthBase): ReadonlyArray<number> {
  return (text ?? "")
    .trim()
    .split(/[\s,]+/)
    .flatMap((part) => lengthOf(part, base) ?? []);
}

/** The numbers in a text. */
export function numbersOf(text: string): ReadonlyArray<number> {
  return Array.from(text.matchAll(NUMBER), ([number]) => Number(number));
}

/** Reads a number or a percentage from 0 to 1; undefined if it is neither. */
export function fraction(text: string | undefined): number | undefined {
  const value = lengthOf(text, { whole: 1, fontSize: 0 });
  return value === undefined ? undefined : Math.min(1, Math.max(0, value));
}

/** A colour: red, green and blue from 0 to 255, and its opacity from 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number, alpha: number];

const BLACK: Colour = [0, 0, 0, 1];

const colours = new Map<string, Colour>();

/** No colour is longer, in characters. */
const MAX_COLOUR = 100;

/** A colour that cannot be read. */
export class UnsupportedColour extends UnsupportedDrawing {}

/** Reads a colour of CSS. Fails with `UnsupportedColour`. */
export function colourOf(text: string): Colour {
  const cached = colours.get(text);
  if (cached !== undefined) return cached;
  const [red, green, blue, alpha] =
    text.length > MAX_COLOUR ? [] : (colorString.get.rgb(text.toLowerCase()) ?? hslOf(text) ?? []);
  if (red === undefined || green === undefined || blue === undefined)
    throw new UnsupportedColour(`The colour ${quote(text)} is not supported`);
  const colour: Colour = [red, green, blue, alpha ?? 1];
  if (colours.size >= 1000) colours.clear();
  colours.set(text, colour);
  return colour;
}

/** Converts a colour by its hue, saturation and lightness (CSS Color 4, 7.1). */
function hslOf(text: string): ReadonlyArray<number> | undefined {
  const [hue = 0, saturation = 0, lightness = 0, alpha = 1] =
    colorString.get.hsl(text.toLowerCase()) ?? [];
  if (!/^\s*hsla?\(/i.test(text)) return undefined;
  const light = lightness / 100;
  const spread = (saturation / 100) * Math.min(light, 1 - light);
  const channel = (offset: number) => {
    const position = (offset + hue / 30) % 12;
    return (light - spread * Math.max(-1, Math.min(position - 3, 9 - position, 1))) * 255;
  };
  return [channel(0), channel(8), channel(4), alpha];
}

/** How a shape is filled or stroked. */
export type Paint =
  | { readonly kind: "none" }
  /** `isCurrent`: it is `currentColor`, which follows the colour of elements that inherit it. */
  | { readonly kind: "colour"; readonly colour: Colour; readonly isCurrent?: boolean }
  /** A gradient or a pattern by its id, and the paint without it. */
  | { readonly kind: "server"; readonly id: string; readonly fallback: Paint };

export const NO_PAINT: Paint = { kind: "none" };
export const BLACK_PAINT: Paint = { kind: "colour", colour: BLACK };

/** Reads a paint; `current` is the colour of `currentColor`. */
export function paintOf(text: string, current: Colour): Paint {
  const value = text.trim();
  const keyword = value.toLowerCase();
  if (keyword === "none" || keyword === "transparent") return NO_PAINT;
  if (keyword === "currentcolor") return { kind: "colour", colour: current, isCurrent: true };
  if (keyword === "context-fill" || keyword === "context-stroke") return BLACK_PAINT;
  const reference = REFERENCE.exec(value);
  if (reference === null) return { kind: "colour", colour: colourOf(value) };
  const rest = reference[4]?.trim() ?? "";
  const fallback = rest === "" || REFERENCE.test(rest) ? NO_PAINT : paintOf(rest, current);
  return { kind: "server", id: idIn(reference), fallback };
}

const REFERENCE = /^url\((?:\s*"([^"]*)"\s*|\s*'([^']*)'\s*|([^)]*))\)([^]*)$/i;

/** The id of a reference such as `url(#id)`; undefined for `none`. Fails for references to other files. */
export function referenceOf(text: string | undefined): string | undefined {
  const reference = REFERENCE.exec(text?.trim() ?? "");
  return reference === null ? undefined : idIn(reference);
}

function idIn([whole, double, single, bare]: RegExpExecArray): string {
  const target = (double ?? single ?? bare ?? "").trim();
  if (!target.startsWith("#"))
    throw new UnsupportedDrawing(`${quote(whole)} is not in the drawing: refer to an id with #`);
  return target.slice(1);
}

const FUNCTION = /[\s,]*([a-z]+)\s*\(([^)]*)\)/giy;

/** Reads a list of transforms. Fails with `UnsupportedDrawing`. */
export function transformOf(text: string | undefined): Matrix {
  if (text === undefined || text.trim() === "" || text.trim() === "none") return IDENTITY;
  let matrix = IDENTITY;
  FUNCTION.lastIndex = 0;
  let end = 0;
  for (let match = FUNCTION.exec(text); match !== null; match = FUNCTION.exec(text)) {
    end = FUNCTION.lastIndex;
    const next = transformFunction((match[1] ?? "").toLowerCase(), numbersOf(match[2] ?? ""));
    if (next === undefined) throw unreadableTransform(text);
    matrix = multiply(matrix, next);
  }
  if (text.slice(end).trim() !== "") throw unreadableTransform(text);
  return matrix;
}

function unreadableTransform(text: string): UnsupportedDrawing {
  return new UnsupportedDrawing(`The transform ${quote(text)} cannot be read`);
}

function transformFunction(name: string, numbers: ReadonlyArray<number>): Matrix | undefined {
  const [first, second] = numbers;
  if (first === undefined) return undefined;
  switch (name) {
    case "translate":
      return translation(first, second ?? 0);
    case "translatex":
      return translation(first, 0);
    case "translatey":
      return translation(0, first);
    case "scale":
      return [first, 0, 0, second ?? first, 0, 0];
    case "rotate": {
      const [, x = 0, y = 0] = numbers;
      return multiply(multiply(translation(x, y), rotation(first)), translation(-x, -y));
    }
    case "skewx":
      return [1, 0, Math.tan((first * Math.PI) / 180), 1, 0, 0];
    case "skewy":
      return [1, Math.tan((first * Math.PI) / 180), 0, 1, 0, 0];
    case "matrix": {
      const [a, b, c, d, e, f] = numbers;
      return a === undefined || b === undefined || c === undefined || d === undefined
        ? undefined
        : [a, b, c, d, e ?? 0, f ?? 0];
    }
    default:
      return undefined;
  }
}
