import { svgRoot } from "@paraph/core/layouts";
import { colorString } from "@pdfme/pdf-lib";

import { pathData, pointsData } from "./svg_path.ts";
import { quoted, Undrawable } from "./undrawable.ts";

const TAG =
  /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\?[\s\S]*?\?>|<(\/?)([A-Za-z][\w:.-]*)((?:[^"'>]|"[^"]*"|'[^']*')*)>/g;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** What pdfme draws. */
const DRAWN = new Set(
  "svg g path rect circle ellipse line polygon polyline text tspan image".split(" "),
);
/** What is never to be seen where it stands. */
const UNSEEN = new Set(
  "title desc metadata defs symbol clipPath mask marker pattern linearGradient radialGradient filter script animate animateMotion animateTransform set view".split(
    " ",
  ),
);
/** Without these a shape has no size, and is not drawn. */
const SIZES: Readonly<Record<string, ReadonlyArray<string>>> = {
  rect: ["width", "height"],
  circle: ["r"],
  ellipse: ["rx", "ry"],
};
/** The letters of the one font that SVG text is set in. */
const UNKNOWN_LETTER = /[^\s\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/u;

type Attributes = Map<string, string>;

/**
 * An SVG drawing as pdfme draws it right: its root alone, with what goes without saying said, and numbers
 * and colours written the way pdfme reads them. Fails with `Undrawable` for what it cannot draw.
 */
export function readSvg(text: string): string {
  const root = svgRoot(text);
  if (root === undefined) throw new Undrawable("Not an SVG drawing");
  const open: Array<{ readonly name: string; readonly isSeen: boolean }> = [];
  let end = 0;
  const drawing = root.replace(
    TAG,
    (tag: string, data: string | undefined, slash = "", name = "", rest = "", at = 0) => {
      const isSeen = open.at(-1)?.isSeen ?? true;
      if (isSeen && open.some((element) => element.name === "text"))
        checkLetters(root.slice(end, at) + (data ?? ""));
      end = at + tag.length;
      if (name === "") return data === undefined || !isSeen ? "" : escaped(data);
      if (slash === "/") return open.pop()?.isSeen === true ? `</${tagName(name)}>` : "";
      const isEmpty = rest.trimEnd().endsWith("/");
      const written = isSeen ? element(name, attributesOf(rest)) : undefined;
      if (!isEmpty) open.push({ name, isSeen: written !== undefined });
      return written === undefined ? "" : `<${written}${isEmpty ? "/" : ""}>`;
    },
  );
  return drawing;
}

function attributesOf(text: string): Attributes {
  return new Map(
    Array.from(text.matchAll(ATTRIBUTE), ([, name = "", double, single]) => [
      name,
      double ?? single?.replaceAll('"', "&quot;") ?? "",
    ]),
  );
}

/** A start tag without its brackets; undefined for an element of which nothing is to be seen. */
function element(name: string, attributes: Attributes): string | undefined {
  const style = attributes.get("style") ?? "";
  const isHidden = attributes.get("display") === "none" || /(^|;)\s*display\s*:\s*none/.test(style);
  if (UNSEEN.has(name) || name.includes(":") || isHidden) return undefined;
  if (!DRAWN.has(name)) throw new Undrawable(`<${name}> is not supported`);
  if (SIZES[name]?.some((side) => !(parseFloat(attributes.get(side) ?? "") > 0)) === true)
    return undefined;
  if (!isShaped(name, attributes)) return undefined;
  checkReferences(attributes);
  if (name === "image") keepImage(attributes);
  if (style !== "") attributes.set("style", readStyle(style));
  readPaints(attributes);
  if (attributes.has("viewBox"))
    attributes.set("viewBox", (attributes.get("viewBox") ?? "").trim().replace(/[\s,]+/g, " "));
  if (name === "svg") sayUnsaid(attributes);
  const written = Array.from(attributes, ([key, value]) => ` ${key}="${value}"`);
  return tagName(name) + written.join("");
}

/** Lines and outlines are all written as paths; false when there is nothing to draw. */
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
    throw new Undrawable(
      `${quoted(reference)} is not supported: no gradients, patterns, clipping, masks, filters or markers`,
    );
  }
}

function keepImage(attributes: Attributes): void {
  const names = ["href", "xlink:href", "src"];
  const source = names.map((name) => attributes.get(name)).find((value) => value !== undefined);
  if (source === undefined || !/^data:image\/(png|jpe?g);base64,/.test(source.trim()))
    throw new Undrawable("<image> needs a PNG or JPEG as data:image/…;base64,…");
  for (const name of names) attributes.delete(name);
  attributes.set("src", source.trim());
}

const PAINTS = ["fill", "stroke"] as const;

function readPaints(attributes: Attributes): void {
  for (const name of PAINTS) {
    const paint = attributes.get(name);
    const read = paint === undefined ? undefined : readPaint(paint);
    if (read === undefined) attributes.delete(name);
    else attributes.set(name, read);
  }
}

function readStyle(style: string): string {
  return style
    .split(";")
    .flatMap((declaration) => {
      const [, name = "", value = ""] = /^\s*([\w-]+)\s*:(.*)$/s.exec(declaration) ?? [];
      if (name === "") return [];
      if (name !== "fill" && name !== "stroke") return [`${name}:${value.trim()}`];
      const paint = readPaint(value.replace(/!important\s*$/, ""));
      return paint === undefined ? [] : [`${name}:${paint}`];
    })
    .join(";");
}

/** A colour; undefined when it is that of what stands around. */
function readPaint(text: string): string | undefined {
  const paint = text.trim().toLowerCase();
  if (paint === "" || paint === "inherit") return undefined;
  if (paint === "none" || paint === "transparent") return paint;
  if (paint === "currentcolor") return "currentColor";
  try {
    colorString(paint);
    return paint;
  } catch {
    throw new Undrawable(`The colour ${quoted(text)} is not supported`);
  }
}

/** What an SVG means when it does not say so, and pdfme draws nothing without: its namespace, and black. */
function sayUnsaid(attributes: Attributes): void {
  if (!attributes.has("xmlns")) attributes.set("xmlns", "http://www.w3.org/2000/svg");
  if (!attributes.has("fill") && !attributes.has("style")) attributes.set("fill", "#000000");
}

function checkLetters(text: string): void {
  const plain = text.replace(/&#(x[\da-f]+|\d+);/gi, (whole, code: string) => {
    const point = /^x/i.test(code) ? parseInt(code.slice(1), 16) : Number(code);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
  const letter = UNKNOWN_LETTER.exec(plain)?.[0];
  if (letter === undefined) return;
  throw new Undrawable(`The letter "${letter}" is not supported in SVG text, which is Latin`);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
