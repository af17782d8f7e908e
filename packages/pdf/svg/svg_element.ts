import { svgRoot } from "@paraph/core/layouts";
import { SaxesParser } from "saxes";

import { UnsupportedDrawing } from "../permanent_render_error.ts";

/** An element of an SVG document. */
export interface SvgElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: ReadonlyArray<SvgElement | string>;
  readonly parent: SvgElement | undefined;
}

interface OpenElement extends SvgElement {
  readonly children: Array<SvgElement | string>;
}

/** More than any chart has. */
const MAX_ELEMENTS = 50_000;
const MAX_DEPTH = 200;

/** An SVG document, and its elements by their ids. */
export interface SvgDocument {
  readonly root: SvgElement;
  readonly ids: ReadonlyMap<string, SvgElement>;
}

/**
 * Parses an SVG document. Entities of its document type are not replaced, and nothing is loaded. Fails with
 * `UnsupportedDrawing` without a root element, or if it is too large.
 */
export function parseSvg(text: string, warn: (message: string) => void): SvgDocument {
  const source = svgRoot(text);
  if (source === undefined) throw new UnsupportedDrawing("Not an SVG drawing");
  const ids = new Map<string, SvgElement>();
  const open: Array<OpenElement> = [];
  let root: SvgElement | undefined;
  let count = 0;
  const parser = new SaxesParser<{ readonly xmlns: false; readonly position: false }>({
    xmlns: false,
    position: false,
  });
  const prefix = /^<([^\s>]*:)svg/.exec(source)?.[1] ?? "";
  parser.on("opentag", ({ name: fullName, attributes }) => {
    const name = fullName.startsWith(prefix) ? fullName.slice(prefix.length) : fullName;
    if (++count > MAX_ELEMENTS)
      throw new UnsupportedDrawing(`It has more than ${MAX_ELEMENTS} elements`);
    if (open.length >= MAX_DEPTH) throw new UnsupportedDrawing("Its elements are nested too deep");
    const parent = open.at(-1);
    const element = { name, attributes: new Map(Object.entries(attributes)), children: [], parent };
    const id = attributes["id"];
    if (id !== undefined && !ids.has(id)) ids.set(id, element);
    parent?.children.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on("closetag", () => open.pop());
  const addText = (part: string) => open.at(-1)?.children.push(part);
  parser.on("text", addText);
  parser.on("cdata", addText);
  // Many programs write SVG that is not quite XML, and browsers show it.
  parser.on("error", ({ message }) =>
    warn(`The SVG is not well-formed XML: ${message.replace(/\.$/, "")}`),
  );
  parser.write(source).close();
  if (root === undefined) throw new UnsupportedDrawing("Not an SVG drawing");
  return { root, ids };
}

/** The elements among the children of an element. */
export function childElements({ children }: SvgElement): ReadonlyArray<SvgElement> {
  return children.filter((child) => typeof child !== "string");
}

/** The text directly inside an element. */
export function ownText({ children }: SvgElement): string {
  return children.filter((child) => typeof child === "string").join("");
}

/** The target of an element's reference. */
export function hrefOf({ attributes }: SvgElement): string | undefined {
  return (attributes.get("href") ?? attributes.get("xlink:href"))?.trim();
}
