import type { PreparedImage } from "../images/prepared_image.ts";
import { quote, UnsupportedDrawing } from "../permanent_render_error.ts";
import { clip, mask } from "./clip.ts";
import { elementBox } from "./geometry/element_box.ts";
import {
  type Box,
  IDENTITY,
  invert,
  type Matrix,
  multiply,
  transformBox,
  translation,
} from "./geometry/matrix.ts";
import { pathOperators, rectanglePath } from "./geometry/path.ts";
import { SHAPES, shapePath } from "./geometry/shapes.ts";
import { fitMatrix, viewBoxOf } from "./geometry/view_box.ts";
import { drawImage } from "./image.ts";
import { drawMarkers } from "./marker.ts";
import { type AddResource, matrixOperands, numberFormat } from "./paint/canvas.ts";
import { hasTwoPaints, paintPath } from "./paint/paint.ts";
import { diagonalOf, lengthBases, type Painter, type Place, transformedPlace } from "./painter.ts";
import { Cascade, computeStyle, type Declared, INITIAL_STYLE, type Style } from "./style/style.ts";
import { fraction, lengthOf, referenceOf, transformOf } from "./style/values.ts";
import {
  childElements,
  hrefOf,
  ownText,
  type SvgDocument,
  type SvgElement,
} from "./svg_element.ts";
import type { SvgFonts } from "./text/svg_fonts.ts";
import { drawText } from "./text/text.ts";

interface DrawingInput extends SvgDocument {
  readonly fonts: SvgFonts;
  readonly readImage: (dataUri: string) => PreparedImage;
  readonly warn: (message: string) => void;
  readonly failsOnColours: boolean;
}

/** The limit of drawn elements, with those that are drawn repeatedly by `<use>`, markers and patterns. */
const MAX_DRAWN = 100_000;

/** The limit of nested references, such as a `<use>` of a group with a `<use>`. */
const MAX_REFERENCES = 20;

/** The limit of nested groups with an opacity or a mask: some PDF readers draw no more than about 60. */
const MAX_GROUPS = 40;

/** Elements that are drawn only where others refer to them, or that draw nothing. */
const NOT_DRAWN: ReadonlySet<string> = new Set(
  "title desc metadata defs symbol clipPath mask marker pattern linearGradient radialGradient filter style view".split(
    " ",
  ),
);

/** Elements without an equivalent on paper. */
const UNSUPPORTED: ReadonlySet<string> = new Set(
  "foreignObject script animate animateMotion animateTransform set video audio iframe canvas".split(
    " ",
  ),
);

/** Elements whose children are drawn. */
const GROUPS: ReadonlySet<string> = new Set(["g", "a", "svg", "use", "switch"]);

/** Draws the elements of a document. */
export class ElementPainter implements Painter {
  readonly fonts: SvgFonts;
  readonly warn: (message: string) => void;
  readonly readImage: (dataUri: string) => PreparedImage;
  readonly #document: SvgDocument;
  readonly #cascade: Cascade;
  readonly #styles = new Map<SvgElement, Style>();
  readonly #references: Array<SvgElement> = [];
  #count = 0;
  #groups = 0;
  /** Whether anything was painted. */
  hasPainted = false;

  constructor({ root, ids, fonts, readImage, warn, failsOnColours }: DrawingInput) {
    this.#document = { root, ids };
    this.fonts = fonts;
    this.readImage = readImage;
    this.warn = warn;
    this.#cascade = new Cascade(failsOnColours ? undefined : warn);
    this.#addSheets(root);
  }

  find = (id: string) => this.#document.ids.get(id);

  declaredOf = (element: SvgElement): Declared => this.#cascade.declaredOf(element);

  styleOf = (element: SvgElement): Style => {
    const cached = this.#styles.get(element);
    if (cached !== undefined) return cached;
    const { parent } = element;
    const inherited = parent === undefined ? INITIAL_STYLE : this.styleOf(parent);
    const style = computeStyle(inherited, this.declaredOf(element), 0);
    this.#styles.set(element, style);
    return style;
  };

  inside = (element: SvgElement, work: () => void): void => {
    if (this.#references.includes(element)) return;
    if (this.#references.length >= MAX_REFERENCES)
      throw new UnsupportedDrawing("Its references are nested too deep");
    this.#references.push(element);
    work();
    this.#references.pop();
  };

  count = (): void => {
    if (++this.#count > MAX_DRAWN)
      throw new UnsupportedDrawing(`It draws more than ${MAX_DRAWN} elements`);
  };

  drawChildren = (element: SvgElement, place: Place): void => {
    for (const child of childElements(element)) this.#draw(child, place);
  };

  #addSheets(element: SvgElement): void {
    for (const child of childElements(element)) {
      if (child.name === "style") {
        const type = child.attributes.get("type") ?? "text/css";
        if (type === "" || type === "text/css")
          this.#cascade.sheet.add(ownText(child), (what) => this.warn(`${what} has no effect`));
      } else this.#addSheets(child);
    }
  }

  /** Draws an element with its transform, its clipping path, its mask and its opacity. */
  #draw(element: SvgElement, outer: Place): void {
    const { name } = element;
    if (NOT_DRAWN.has(name) || name.includes(":")) return;
    if (UNSUPPORTED.has(name)) {
      this.warn(`<${name}> is not drawn`);
      return;
    }
    if (!GROUPS.has(name) && !SHAPES.has(name) && name !== "text" && name !== "image") return;
    this.count();
    const declared = this.declaredOf(element);
    if (declared("display") === "none") return;
    const style = computeStyle(outer.style, declared, diagonalOf(outer.viewport));
    const transform = transformOf(declared("transform"));
    const place = transformedPlace({ ...outer, style }, transform);
    if (!(place.scale > 0)) return;
    const { canvas } = place;
    const effects = this.#effectsOf(declared);
    const opacity = outer.isClip ? 1 : effects.opacity;
    if (opacity <= 0) return;
    const isGroup = GROUPS.has(name);
    const needsGroup =
      effects.mask !== undefined ||
      (opacity < 1 && (isGroup || hasTwoPaints(style) || hasMarkers(style)));
    const isPlain =
      transform === IDENTITY &&
      effects.clip === undefined &&
      !needsGroup &&
      (isGroup || opacity >= 1);
    if (isPlain) {
      this.drawContent(element, place);
      return;
    }
    canvas.save();
    if (transform !== IDENTITY) canvas.add(`${matrixOperands(transform)} cm\n`);
    const box = () => elementBox(element, this, place);
    const masks = [
      effects.clip && clip(effects.clip, this, place, box),
      effects.mask && !place.isClip ? mask(effects.mask, this, place, box) : undefined,
    ].filter((each) => each !== undefined);
    if (needsGroup || masks.length > 0) this.#drawGroup(element, place, opacity, masks);
    else this.drawContent(element, place, opacity);
    canvas.restore();
  }

  #effectsOf(declared: Declared) {
    const filter = declared("filter");
    if (filter !== undefined && filter !== "none")
      this.warn(`The filter ${quote(filter)} has no effect`);
    return {
      opacity: fraction(declared("opacity")) ?? 1,
      clip: this.#target(declared("clip-path"), "clipPath"),
      mask: this.#target(declared("mask"), "mask"),
    };
  }

  #target(reference: string | undefined, name: string): SvgElement | undefined {
    if (reference === undefined || reference === "none") return undefined;
    const id = referenceOf(reference);
    const element = id === undefined ? undefined : this.find(id);
    if (element?.name === name) return element;
    this.warn(`No <${name}> for ${quote(reference)}`);
    return undefined;
  }

  /** Draws an element as a transparency group, with an opacity and soft masks. */
  #drawGroup(
    element: SvgElement,
    place: Place,
    opacity: number,
    masks: ReadonlyArray<AddResource>,
  ): void {
    const inverse = invert(place.matrix);
    if (inverse === undefined) return;
    const { canvas } = place;
    const area = transformBox(inverse, canvas.area);
    let inner = canvas.inner(area);
    if (++this.#groups > MAX_GROUPS)
      throw new UnsupportedDrawing("Its groups with an opacity or a mask are nested too deep");
    this.drawContent(element, { ...place, canvas: inner, matrix: IDENTITY });
    this.#groups--;
    if (inner.isEmpty) return;
    // Each soft mask is that of a group; the opacity is that of the outermost.
    const [first, ...others] = masks;
    for (const add of others) {
      const content = inner;
      const wrapper = canvas.inner(area);
      wrapper.add(`${wrapper.newResource("ExtGState", add)} gs\n`);
      wrapper.add(`${wrapper.newResource("XObject", (target) => content.addForm(target))} Do\n`);
      inner = wrapper;
    }
    const outermost = inner;
    if (first !== undefined) canvas.add(`${canvas.newResource("ExtGState", first)} gs\n`);
    canvas.setOpacity(opacity, opacity);
    canvas.add(`${canvas.newResource("XObject", (target) => outermost.addForm(target))} Do\n`);
  }

  /** Draws an element without its effects. */
  drawContent(element: SvgElement, place: Place, opacity = 1): void {
    const { name } = element;
    const declared = this.declaredOf(element);
    if (SHAPES.has(name)) {
      const path = shapePath(name, declared, place);
      if (path === undefined) return;
      this.hasPainted = true;
      paintPath(this, place, path, opacity);
      drawMarkers(name, path, this, place);
      return;
    }
    switch (name) {
      case "text":
        this.hasPainted = true;
        drawText(element, this, place, opacity);
        return;
      case "image":
        this.hasPainted = true;
        drawImage(element, declared, this, place, opacity);
        return;
      case "use":
        this.#drawUse(element, declared, place);
        return;
      case "svg":
        if (element.parent === undefined) this.drawChildren(element, place);
        else this.#drawViewport(element, declared, place, declared);
        return;
      case "switch": {
        const shown = childElements(element).find(
          (child) => !UNSUPPORTED.has(child.name) && !child.attributes.has("requiredExtensions"),
        );
        if (shown !== undefined) this.#draw(shown, place);
        return;
      }
      default:
        this.drawChildren(element, place);
    }
  }

  #drawUse(element: SvgElement, declared: Declared, place: Place): void {
    const href = hrefOf(element) ?? "";
    const target = href.startsWith("#") ? this.find(href.slice(1)) : undefined;
    if (target === undefined) {
      this.warn(`<use> refers to ${quote(href)}, which is not in the drawing`);
      return;
    }
    const { across, down } = lengthBases(place);
    const x = lengthOf(declared("x"), across) ?? 0;
    const y = lengthOf(declared("y"), down) ?? 0;
    const { canvas } = place;
    const moved = transformedPlace(place, translation(x, y));
    this.inside(target, () => {
      canvas.save();
      if (x !== 0 || y !== 0) canvas.add(`${matrixOperands(translation(x, y))} cm\n`);
      if (target.name === "symbol" || target.name === "svg") {
        const inner = this.declaredOf(target);
        const style = computeStyle(place.style, inner, 0);
        this.#drawViewport(target, inner, { ...moved, style }, declared);
      } else this.#draw(target, moved);
      canvas.restore();
    });
  }

  /** Draws a nested `<svg>` or a `<symbol>`, whose size may be that of its `<use>`. */
  #drawViewport(element: SvgElement, declared: Declared, place: Place, sizes: Declared): void {
    const { across, down } = lengthBases(place);
    const size = (name: "width" | "height") => sizes(name) ?? declared(name) ?? "100%";
    const width = lengthOf(size("width"), across) ?? place.viewport.width;
    const height = lengthOf(size("height"), down) ?? place.viewport.height;
    if (width <= 0 || height <= 0) return;
    const isSymbol = element.name === "symbol";
    const x = isSymbol ? 0 : (lengthOf(declared("x"), across) ?? 0);
    const y = isSymbol ? 0 : (lengthOf(declared("y"), down) ?? 0);
    const view = viewBoxOf(declared("viewBox"));
    const fit =
      view === undefined
        ? IDENTITY
        : fitMatrix(view, { width, height }, declared("preserveAspectRatio"));
    const matrix: Matrix = multiply(translation(x, y), fit);
    const { canvas } = place;
    canvas.save();
    if (declared("overflow") !== "visible") this.#clipTo({ x, y, width, height }, place);
    canvas.add(`${matrixOperands(matrix)} cm\n`);
    this.drawChildren(element, {
      ...transformedPlace(place, matrix),
      viewport: view ?? { width, height },
    });
    canvas.restore();
  }

  #clipTo(box: Box, { canvas, scale }: Place): void {
    canvas.add(`${pathOperators(rectanglePath(box), numberFormat(scale))}W n\n`);
  }
}

function hasMarkers({ markerStart, markerMid, markerEnd }: Style): boolean {
  return [markerStart, markerMid, markerEnd].some((text) => text !== undefined && text !== "none");
}
