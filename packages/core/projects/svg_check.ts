import { SaxesParser, type SaxesTagNS } from "saxes";

const SVG = "http://www.w3.org/2000/svg";

/** Namespaces whose elements browsers interpret. Those of drawing programs are only metadata. */
const INTERPRETED = new Set([
  "",
  "http://www.w3.org/1999/xhtml",
  "http://www.w3.org/1998/Math/MathML",
]);

/** The elements of static drawings. Filter primitives begin with `fe`. */
const ELEMENTS = new Set(
  "svg g defs symbol use title desc metadata style switch path rect circle ellipse line polyline polygon text tspan textPath image linearGradient radialGradient stop pattern clipPath mask marker filter view".split(
    " ",
  ),
);

const MAX_DEPTH = 64;
const MAX_ELEMENTS = 10_000;
/** Each `use` repeats what it refers to. */
const MAX_USES = 200;

const RASTER = /^data:image\/(?:png|jpe?g|gif|webp);base64,[a-z0-9+/=\s]*$/i;

/** Attributes without CSS, by which drawings are large. */
const PLAIN_ATTRIBUTES = new Set(["d", "points", "id", "class", "transform", "viewBox"]);

/**
 * The reason why bytes are not a safe static SVG; `undefined` if they are. Scripts, event handlers, animations,
 * embedded pages and references to other files are rejected, and so are documents that expand without limit.
 */
export function svgProblem(bytes: Uint8Array): string | undefined {
  const text = utf8(bytes);
  if (text === undefined) return "Expected an SVG in UTF-8";
  const check = new SvgCheck();
  const parser = new SaxesParser({ xmlns: true });
  parser.on("error", () => {
    throw new SvgProblem("Expected an SVG: the XML is damaged");
  });
  parser.on("doctype", (doctype) => {
    if (doctype.includes("[")) throw new SvgProblem("An SVG logo must not declare entities");
  });
  parser.on("processinginstruction", ({ target }) => {
    throw new SvgProblem(`An SVG logo must not have the instruction <?${target}>`);
  });
  parser.on("opentag", (tag) => check.open(tag));
  parser.on("closetag", () => check.close());
  parser.on("text", (part) => check.text(part));
  parser.on("cdata", (part) => check.text(part));
  try {
    parser.write(text).close();
    check.end();
    return undefined;
  } catch (error) {
    if (error instanceof SvgProblem) return error.message;
    throw error;
  }
}

class SvgProblem extends Error {}

interface OpenElement {
  readonly isStyle: boolean;
  readonly id: string | undefined;
  css: string;
}

/** Checks the elements of a document in their order. */
class SvgCheck {
  readonly #open: Array<OpenElement> = [];
  readonly #targets = new Set<string>();
  readonly #idsWithUse = new Set<string>();
  #elements = 0;
  #uses = 0;

  open({ uri, local, attributes }: SaxesTagNS): void {
    this.#elements += 1;
    if (this.#elements === 1 && (uri !== SVG || local !== "svg")) {
      throw new SvgProblem(`Expected the root element <svg xmlns="${SVG}">`);
    }
    if (this.#elements > MAX_ELEMENTS) {
      throw new SvgProblem(`Expected at most ${MAX_ELEMENTS} elements`);
    }
    if (this.#open.length >= MAX_DEPTH) {
      throw new SvgProblem(`Expected at most ${MAX_DEPTH} nested elements`);
    }
    const isDrawn = uri === SVG && (ELEMENTS.has(local) || /^fe[A-Z]\w*$/.test(local));
    if (!isDrawn && (uri === SVG || INTERPRETED.has(uri))) {
      throw new SvgProblem(`An SVG logo must not have the element <${local}>`);
    }
    let id: string | undefined;
    for (const { uri: attributeUri, prefix, local: name, value } of Object.values(attributes)) {
      if (prefix === "xmlns" || name === "xmlns") continue;
      if (name === "id" && attributeUri === "") id = value;
      checkAttribute({ isForeign: attributeUri !== "", name, value });
      if (uri === SVG && local === "use" && name === "href")
        this.#targets.add(value.trim().slice(1));
    }
    this.#open.push({ isStyle: uri === SVG && local === "style", id, css: "" });
    if (uri === SVG && local === "use") this.#use();
  }

  /** An element that contains a `use` must not be repeated: each level would double the drawing. */
  #use(): void {
    this.#uses += 1;
    if (this.#uses > MAX_USES) throw new SvgProblem(`Expected at most ${MAX_USES} <use> elements`);
    for (const { id } of this.#open) if (id !== undefined) this.#idsWithUse.add(id);
  }

  text(part: string): void {
    const element = this.#open.at(-1);
    if (element?.isStyle === true) element.css += part;
  }

  close(): void {
    const element = this.#open.pop();
    if (element?.isStyle === true) checkCss(element.css);
  }

  end(): void {
    for (const id of this.#targets) {
      if (this.#idsWithUse.has(id)) throw new SvgProblem("An SVG logo must not have nested <use>");
    }
  }
}

function checkAttribute({
  isForeign,
  name,
  value,
}: {
  readonly isForeign: boolean;
  readonly name: string;
  readonly value: string;
}): void {
  if (/^on/i.test(name)) throw new SvgProblem(`An SVG logo must not have the attribute ${name}`);
  if (name === "href" || name === "src" || name === "base") {
    const target = value.trim();
    if (!target.startsWith("#") && !RASTER.test(target)) throw EXTERNAL;
  } else if (!isForeign && !PLAIN_ATTRIBUTES.has(name)) {
    checkCss(value);
  }
}

/** Rejects all that CSS can load. Escapes could hide it. */
function checkCss(css: string): void {
  if (
    css.includes("\\") ||
    /@import|(?:image|image-set|cross-fade|src|expression)\s*\(/i.test(css)
  ) {
    throw EXTERNAL;
  }
  for (const [, argument = ""] of css.matchAll(/url\s*\(\s*["']?([^"')]*)/gi)) {
    if (!argument.startsWith("#") && !RASTER.test(argument)) throw EXTERNAL;
  }
}

const EXTERNAL = new SvgProblem(
  "An SVG logo must not refer to other files: use #ids, and images as data: URIs",
);

function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
