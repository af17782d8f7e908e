import { svgRoot } from "@paraph/core/layouts";
import { colorString } from "@pdfme/pdf-lib";

import { quote, UnsupportedDrawing } from "../permanent_render_error.ts";
import { pathData, pointsData } from "./svg_path.ts";

/** Unclosed comments and sections extend to the end of the text, which avoids a quadratic search. */
const TAG =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)|<\?[\s\S]*?(?:\?>|$)|<(\/?)([A-Za-z][\w:.-]*)((?:[^"'<>]|"[^"]*"|'[^']*')*)>/g;
const ATTRIBUTE = /(?<![\w:.-])([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>/]+))/g;

/** The elements that pdfme draws. */
const SUPPORTED_ELEMENTS = new Set(
  "svg g path rect circle ellipse line polygon polyline text tspan image".split(" "),
);
/** Elements that are not rendered in place. */
const NOT_RENDERED = new Set(
  "title desc metadata defs symbol clipPath mask marker pattern linearGradient radialGradient filter script animate animateMotion animateTransform set view".split(
    " ",
  ),
);
/** The attributes without which a shape has no size and is not drawn. */
const SIZES: Readonly<Record<string, ReadonlyArray<string>>> = {
  rect: ["width", "height"],
  circle: ["r"],
  ellipse: ["rx", "ry"],
};
/** Letters that the font of SVG text lacks. */
const UNKNOWN_LETTER = /[^\s\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/u;

/** The nesting limit of elements. */
const MAX_DEPTH = 200;

/** Elements with fill and stroke. */
const PAINTED_ELEMENTS = new Set("path rect circle ellipse line polygon polyline text".split(" "));

type Attributes = Map<string, string>;

/** The inherited paint of shapes. */
interface Paints {
  readonly color: string;
  readonly fill: string;
  readonly stroke: string;
  readonly strokeWidth: string;
}
const INITIAL: Paints = { color: "#000000", fill: "#000000", stroke: "none", strokeWidth: "1" };

/** The start tag of an element, and the paint that its children inherit. */
interface VisibleElement {
  readonly tag: string;
  readonly paints: Paints;
}

/**
 * Converts an SVG to a form that pdfme draws correctly: only the root element, with explicit defaults, and
 * numbers and colours in pdfme's notation. Throws `UnsupportedDrawing` for features that pdfme cannot draw.
 */
export function readSvg(text: string): string {
  const root = svgRoot(text);
  if (root === undefined) throw new UnsupportedDrawing("Not an SVG drawing");
  const open: Array<{ readonly name: string; readonly visible: VisibleElement | undefined }> = [];
  let end = 0;
  return root.replace(
    TAG,
    (tag: string, data: string | undefined, slash = "", name = "", rest = "", offset = 0) => {
      const parent = open.at(-1);
      const isInVisibleParent = parent === undefined || parent.visible !== undefined;
      if (isInVisibleParent && open.some((element) => element.name === "text"))
        checkLetters(root.slice(end, offset) + (data ?? ""));
      end = offset + tag.length;
      if (name === "") return data === undefined || !isInVisibleParent ? "" : escapeText(data);
      if (slash === "/") return open.pop()?.visible === undefined ? "" : `</${tagName(name)}>`;
      const isEmpty = rest.trimEnd().endsWith("/");
      const paints = parent === undefined ? INITIAL : parent.visible?.paints;
      const visible =
        paints === undefined ? undefined : visibleElement(name, attributesOf(rest), paints);
      if (!isEmpty) open.push({ name, visible });
      if (open.length > MAX_DEPTH) throw new UnsupportedDrawing("Its elements are nested too deep");
      return visible === undefined ? "" : `<${visible.tag}${isEmpty ? "/" : ""}>`;
    },
  );
}

function attributesOf(text: string): Attributes {
  return new Map(
    Array.from(text.matchAll(ATTRIBUTE), ([, name = "", double, single, bare]) => [
      name,
      double ?? single?.replaceAll('"', "&quot;") ?? bare ?? "",
    ]),
  );
}

/** Returns a start tag without its brackets, undefined for an invisible element. */
function visibleElement(
  name: string,
  attributes: Attributes,
  parent: Paints,
): VisibleElement | undefined {
  const style = attributes.get("style") ?? "";
  const isHidden = attributes.get("display") === "none" || /(^|;)\s*display\s*:\s*none/.test(style);
  if (NOT_RENDERED.has(name) || name.includes(":") || isHidden) return undefined;
  if (!SUPPORTED_ELEMENTS.has(name)) throw new UnsupportedDrawing(`<${name}> is not supported`);
  if (SIZES[name]?.some((side) => !(parseFloat(attributes.get(side) ?? "") > 0)) === true)
    return undefined;
  if (!isShaped(name, attributes)) return undefined;
  checkReferences(attributes);
  if (name === "image") normalizeImage(attributes);
  const viewBox = attributes.get("viewBox");
  if (viewBox !== undefined) attributes.set("viewBox", viewBox.trim().replace(/[\s,]+/g, " "));
  if (name === "svg") attributes.set("xmlns", "http://www.w3.org/2000/svg");
  const paints = extractPaints(attributes, parent);
  if (PAINTED_ELEMENTS.has(name) && !isPainted(attributes, paints)) return undefined;
  const attributeTexts = Array.from(attributes, ([key, value]) => ` ${key}="${value}"`);
  return { tag: tagName(name) + attributeTexts.join(""), paints };
}

/** Converts polygons and polylines to paths; returns false when there is nothing to draw. */
function isShaped(name: string, attributes: Attributes): boolean {
  if (name === "path") {
    const data = attributes.get("d") ?? "";
    if (data.trim() === "" || data.trim() === "none") return false;
    attributes.set("d", pathData(data));
  }
  if (name === "polygon" || name === "polyline") {
    const data = pointsData(attributes.get("points") ?? "");
    if (data === "") return false;
    attributes.delete("points");
    attributes.set("d", name === "polygon" ? `${data}Z` : data);
  }
  return true;
}

function tagName(name: string): string {
  return name === "polygon" || name === "polyline" ? "path" : name;
}

function checkReferences(attributes: Attributes): void {
  for (const value of attributes.values()) {
    const reference = /url\([^)]*\)/.exec(value)?.[0];
    if (reference === undefined) continue;
    throw new UnsupportedDrawing(
      `${quote(reference)} is not supported: no gradients, patterns, clipping, masks, filters or markers`,
    );
  }
}

function normalizeImage(attributes: Attributes): void {
  const names = ["href", "xlink:href", "src"];
  const source = names.map((name) => attributes.get(name)).find((value) => value !== undefined);
  if (source === undefined || !/^data:image\/(png|jpe?g);base64,/.test(source.trim()))
    throw new UnsupportedDrawing("<image> needs a PNG or JPEG as data:image/…;base64,…");
  for (const name of names) attributes.delete(name);
  attributes.set("src", source.trim());
}

/** Removes the paint of an element from its attributes and its style, and returns it. */
function extractPaints(attributes: Attributes, parent: Paints): Paints {
  const style = new Map(
    (attributes.get("style") ?? "").split(";").flatMap((declaration): Array<[string, string]> => {
      const [, name, value = ""] = /^\s*([\w-]+)\s*:(.*)$/s.exec(declaration) ?? [];
      return name === undefined ? [] : [[name, value.replace(/!important\s*$/, "").trim()]];
    }),
  );
  const take = (name: string): string | undefined => {
    const value = (style.get(name) ?? attributes.get(name))?.trim();
    style.delete(name);
    attributes.delete(name);
    return value === "" || value === "inherit" ? undefined : value;
  };
  const color = readPaint(take("color"), parent.color) ?? parent.color;
  const paints = {
    color,
    fill: readPaint(take("fill"), color) ?? parent.fill,
    stroke: readPaint(take("stroke"), color) ?? parent.stroke,
    strokeWidth: take("stroke-width") ?? parent.strokeWidth,
  };
  if (style.size === 0) attributes.delete("style");
  else attributes.set("style", Array.from(style, ([key, value]) => `${key}:${value}`).join(";"));
  return paints;
}

/**
 * Sets the paint of a shape, because pdfme does not inherit `none`. Returns false when the shape is not
 * painted.
 */
function isPainted(attributes: Attributes, { fill, stroke, strokeWidth }: Paints): boolean {
  const isStroked = stroke !== "none" && !(parseFloat(strokeWidth) <= 0);
  if (fill !== "none") attributes.set("fill", fill);
  if (isStroked) attributes.set("stroke", stroke).set("stroke-width", strokeWidth);
  return fill !== "none" || isStroked;
}

function readPaint(value: string | undefined, current: string): string | undefined {
  const paint = value?.toLowerCase();
  if (paint === undefined || paint === "currentcolor") return paint && current;
  if (paint === "none" || paint === "transparent") return "none";
  try {
    colorString(paint);
    return paint;
  } catch {
    throw new UnsupportedDrawing(`The colour ${quote(paint)} is not supported`);
  }
}

function checkLetters(text: string): void {
  const plain = text.replace(/&#(x[\da-f]+|\d+);/gi, (whole, code: string) => {
    const point = /^x/i.test(code) ? parseInt(code.slice(1), 16) : Number(code);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
  const letter = UNKNOWN_LETTER.exec(plain)?.[0];
  if (letter === undefined) return;
  throw new UnsupportedDrawing(
    `The letter "${letter}" is not supported in SVG text, which is Latin`,
  );
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
