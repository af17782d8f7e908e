import type { SvgElement } from "../svg_element.ts";
import { type DeclaredValue, inlineDeclarations, StyleSheet } from "./style_sheet.ts";
import {
  BLACK_PAINT,
  type Colour,
  colourOf,
  fraction,
  type LengthBase,
  lengthList,
  lengthOf,
  NO_PAINT,
  type Paint,
  paintOf,
  UnsupportedColour,
} from "./values.ts";

/** The inherited properties of an element, computed. Lengths are in user units. */
export interface Style {
  readonly colour: Colour;
  readonly fill: Paint;
  readonly fillOpacity: number;
  readonly fillRule: "nonzero" | "evenodd";
  readonly clipRule: "nonzero" | "evenodd";
  readonly stroke: Paint;
  readonly strokeOpacity: number;
  readonly strokeWidth: number;
  readonly lineCap: string;
  readonly lineJoin: string;
  readonly miterLimit: number;
  readonly dashes: ReadonlyArray<number>;
  readonly dashOffset: number;
  readonly strokesFirst: boolean;
  readonly isVisible: boolean;
  readonly fontFamily: string;
  readonly fontSize: number;
  readonly fontWeight: number;
  readonly isItalic: boolean;
  readonly letterSpacing: number;
  readonly wordSpacing: number;
  readonly textAnchor: string;
  readonly dominantBaseline: string;
  readonly keepsSpaces: boolean;
  readonly underline: boolean;
  readonly lineThrough: boolean;
  readonly markerStart: string | undefined;
  readonly markerMid: string | undefined;
  readonly markerEnd: string | undefined;
}

export const INITIAL_STYLE: Style = {
  colour: [0, 0, 0, 1],
  fill: BLACK_PAINT,
  fillOpacity: 1,
  fillRule: "nonzero",
  clipRule: "nonzero",
  stroke: NO_PAINT,
  strokeOpacity: 1,
  strokeWidth: 1,
  lineCap: "butt",
  lineJoin: "miter",
  miterLimit: 4,
  dashes: [],
  dashOffset: 0,
  strokesFirst: false,
  isVisible: true,
  fontFamily: "sans-serif",
  fontSize: 16,
  fontWeight: 400,
  isItalic: false,
  letterSpacing: 0,
  wordSpacing: 0,
  textAnchor: "start",
  dominantBaseline: "auto",
  keepsSpaces: false,
  underline: false,
  lineThrough: false,
  markerStart: undefined,
  markerMid: undefined,
  markerEnd: undefined,
};

/** Looks up the declared value of a property, from attributes and style sheets. */
export interface Declared {
  (property: string): string | undefined;
  /** Whether it may declare a property that `computeStyle` reads. */
  readonly setsStyle: boolean;
}

/** The attributes that set inherited properties. */
const STYLE_ATTRIBUTES: ReadonlySet<string> = new Set(
  [
    "color fill fill-opacity fill-rule clip-rule stroke stroke-opacity stroke-width stroke-linecap",
    "stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset paint-order visibility font",
    "font-family font-size font-weight font-style letter-spacing word-spacing text-anchor",
    "dominant-baseline white-space xml:space text-decoration marker marker-start marker-mid marker-end",
  ].flatMap((names) => names.split(" ")),
);

const NOTHING: ReadonlyArray<ReadonlyMap<string, DeclaredValue>> = [];

/** Reads the value of a property with a colour, to see if it can be read. */
const COLOURS = new Map<string, (text: string) => unknown>([
  ["color", currentColour],
  ["stop-color", currentColour],
  ["fill", readPaint],
  ["stroke", readPaint],
]);

function readPaint(text: string): Paint | undefined {
  return text.trim() === "inherit" ? undefined : paintOf(text, INITIAL_STYLE.colour);
}

/** The declared values of elements, by the cascade: attributes, style sheets, `style` attributes. */
export class Cascade {
  readonly sheet = new StyleSheet();
  readonly #declared = new Map<SvgElement, Declared>();
  readonly #ignore: ((message: string) => void) | undefined;

  /** @param ignore Receives the colours that are left out because they cannot be read; without it, they are errors. */
  constructor(ignore: ((message: string) => void) | undefined) {
    this.#ignore = ignore;
  }

  declaredOf(element: SvgElement): Declared {
    const cached = this.#declared.get(element);
    if (cached !== undefined) return cached;
    const { attributes } = element;
    const inline = attributes.get("style");
    const rules = this.sheet.declarationsOf(element);
    const layers =
      inline === undefined
        ? rules.length === 0
          ? NOTHING
          : rules
        : [...rules, inlineDeclarations(inline)];
    const lookUp = (property: string) => {
      const isRead = (value: string) => !this.#isIgnored(property, value);
      const attribute = attributes.get(property);
      const value =
        cascaded(layers, property, isRead) ??
        (attribute === undefined || isRead(attribute) ? attribute : undefined);
      return value === "" ? undefined : value;
    };
    const setsStyle =
      layers.length > 0 || [...attributes.keys()].some((name) => STYLE_ATTRIBUTES.has(name));
    const declared = Object.assign(lookUp, { setsStyle });
    this.#declared.set(element, declared);
    return declared;
  }

  /** As in CSS, a declaration with a value that cannot be read has no effect. */
  #isIgnored(property: string, value: string): boolean {
    const read = COLOURS.get(property);
    if (this.#ignore === undefined || read === undefined || value === "") return false;
    try {
      read(value);
      return false;
    } catch (error) {
      if (!(error instanceof UnsupportedColour)) throw error;
      this.#ignore(`${error.message}, and is ignored`);
      return true;
    }
  }
}

function cascaded(
  layers: ReadonlyArray<ReadonlyMap<string, DeclaredValue>>,
  property: string,
  isRead: (value: string) => boolean,
): string | undefined {
  let found: DeclaredValue | undefined;
  for (const layer of layers) {
    const value = layer.get(property);
    if (value === undefined || !isRead(value.value)) continue;
    if (value.isImportant || found?.isImportant !== true) found = value;
  }
  return found?.value;
}

/** The properties of the `font` shorthand. */
const FONT =
  /^(?:(.*?)\s)??((?:\d+(?:\.\d*)?|\.\d+)(?:px|pt|em|rem|mm|cm|in|%))(?:\s?\/\s?\S+)?\s(.+)$/i;

/** No `font` is longer, in characters. */
const MAX_FONT = 500;

/** Computes the style of an element from its parent's. */
export function computeStyle(parent: Style, declared: Declared, diagonal: number): Style {
  if (!declared.setsStyle) return parent;
  const own = (property: string) => {
    const value = declared(property)?.trim();
    return value === undefined || value === "inherit" ? undefined : value;
  };
  const font = fontOf(parent, own);
  const base: LengthBase = { whole: diagonal, fontSize: font.fontSize };
  const colour = currentColour(own("color")) ?? parent.colour;
  const paint = (property: "fill" | "stroke"): Paint => {
    const value = own(property);
    if (value !== undefined) return paintOf(value, colour);
    const inherited = parent[property];
    const isCurrent = inherited.kind === "colour" && inherited.isCurrent === true;
    return isCurrent ? { ...inherited, colour } : inherited;
  };
  const length = (property: string) => lengthOf(own(property), base);
  const rule = (property: string) => {
    const value = own(property);
    return value === undefined ? undefined : value === "evenodd" ? "evenodd" : "nonzero";
  };
  const dashes = own("stroke-dasharray");
  const visibility = own("visibility");
  const decoration = own("text-decoration") ?? own("text-decoration-line");
  const order = own("paint-order");
  const marker = own("marker");
  const space = own("white-space") ?? own("xml:space");
  return {
    ...font,
    colour,
    fill: paint("fill"),
    fillOpacity: fraction(own("fill-opacity")) ?? parent.fillOpacity,
    fillRule: rule("fill-rule") ?? parent.fillRule,
    clipRule: rule("clip-rule") ?? parent.clipRule,
    stroke: paint("stroke"),
    strokeOpacity: fraction(own("stroke-opacity")) ?? parent.strokeOpacity,
    strokeWidth: length("stroke-width") ?? parent.strokeWidth,
    lineCap: own("stroke-linecap") ?? parent.lineCap,
    lineJoin: own("stroke-linejoin") ?? parent.lineJoin,
    miterLimit: length("stroke-miterlimit") ?? parent.miterLimit,
    dashes: dashes === undefined ? parent.dashes : dashesOf(dashes, base),
    dashOffset: length("stroke-dashoffset") ?? parent.dashOffset,
    strokesFirst: order === undefined ? parent.strokesFirst : order.startsWith("stroke"),
    isVisible: visibility === undefined ? parent.isVisible : visibility === "visible",
    letterSpacing: spacingOf(own("letter-spacing"), base) ?? parent.letterSpacing,
    wordSpacing: spacingOf(own("word-spacing"), base) ?? parent.wordSpacing,
    textAnchor: own("text-anchor") ?? parent.textAnchor,
    dominantBaseline: own("dominant-baseline") ?? parent.dominantBaseline,
    keepsSpaces:
      space === undefined ? parent.keepsSpaces : /^(?:pre|preserve|break-spaces)/.test(space),
    underline: parent.underline || /underline/.test(decoration ?? ""),
    lineThrough: parent.lineThrough || /line-through/.test(decoration ?? ""),
    markerStart: own("marker-start") ?? marker ?? parent.markerStart,
    markerMid: own("marker-mid") ?? marker ?? parent.markerMid,
    markerEnd: own("marker-end") ?? marker ?? parent.markerEnd,
  };
}

function currentColour(text: string | undefined): Colour | undefined {
  const value = text?.trim();
  return value === undefined || /^(?:currentcolor|inherit)$/i.test(value)
    ? undefined
    : colourOf(value);
}

/** The limit of lengths in a pattern of dashes, which every line repeats. An even number. */
const MAX_DASHES = 100;

function dashesOf(text: string, base: LengthBase): ReadonlyArray<number> {
  const dashes = text === "none" ? [] : lengthList(text, base).slice(0, MAX_DASHES);
  const isInvalid = dashes.some((dash) => dash < 0) || dashes.every((dash) => dash === 0);
  if (isInvalid) return [];
  return dashes.length % 2 === 0 ? dashes : [...dashes, ...dashes];
}

function spacingOf(text: string | undefined, base: LengthBase): number | undefined {
  return text === "normal" ? 0 : lengthOf(text, base);
}

type FontStyle = Pick<Style, "fontFamily" | "fontSize" | "fontWeight" | "isItalic">;

function fontOf(parent: Style, own: (property: string) => string | undefined): FontStyle {
  const font = own("font") ?? "";
  const [, prefix = "", shortSize, shortFamily] =
    font.length > MAX_FONT ? [] : (FONT.exec(font.replaceAll(/\s+/g, " ")) ?? []);
  const style = own("font-style") ?? (shortSize === undefined ? undefined : prefix);
  const weight = own("font-weight") ?? (shortSize === undefined ? undefined : weightIn(prefix));
  return {
    fontFamily: own("font-family") ?? shortFamily ?? parent.fontFamily,
    fontSize: fontSizeOf(own("font-size") ?? shortSize, parent.fontSize),
    fontWeight: weight === undefined ? parent.fontWeight : weightOf(weight, parent.fontWeight),
    isItalic: style === undefined ? parent.isItalic : /italic|oblique/.test(style),
  };
}

function weightIn(prefix: string): string {
  return /\b(?:bold|bolder|lighter|[1-9]00)\b/.exec(prefix)?.[0] ?? "normal";
}

function weightOf(text: string, parent: number): number {
  switch (text) {
    case "normal":
      return 400;
    case "bold":
      return 700;
    case "bolder":
      return parent < 400 ? 400 : 700;
    case "lighter":
      return parent > 600 ? 400 : 300;
    default:
      return Number.parseInt(text, 10) || parent;
  }
}

/** The keywords of `font-size` in user units. */
const SIZES: ReadonlyMap<string, number> = new Map([
  ["xx-small", 9],
  ["x-small", 10],
  ["small", 13],
  ["medium", 16],
  ["large", 18],
  ["x-large", 24],
  ["xx-large", 32],
]);

function fontSizeOf(text: string | undefined, parent: number): number {
  if (text === undefined) return parent;
  if (text === "smaller") return parent / 1.2;
  if (text === "larger") return parent * 1.2;
  const size = SIZES.get(text) ?? lengthOf(text, { whole: parent, fontSize: parent });
  return size === undefined || size < 0 ? parent : size;
}
