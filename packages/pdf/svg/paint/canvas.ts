import type { Face } from "../../fonts/faces.ts";
import type { FontTable } from "../../fonts/opentype/font_table.ts";
import type { PreparedImage } from "../../images/prepared_image.ts";
import { UnsupportedDrawing } from "../../permanent_render_error.ts";
import { precise } from "../../write/content.ts";
import type { PdfFile, Ref } from "../../write/pdf_file.ts";
import { addImage } from "../../write/resources.ts";
import type { Box, Matrix } from "../geometry/matrix.ts";

/** The file that a drawing is written to, and the fonts of its document. */
export interface Target {
  readonly file: PdfFile;
  readonly fonts: FontTable;
}

/** Text, which refers to glyphs by their numbers in the document's fonts. */
export interface TextPart {
  readonly faces: ReadonlyArray<Face>;
  readonly encode: (fonts: FontTable) => string;
}

type ResourceKind = "ExtGState" | "Pattern" | "XObject";

/** Writes a resource and returns its reference or its dictionary. */
export type AddResource = (target: Target) => string;

const PREFIXES: Readonly<Record<ResourceKind, string>> = {
  ExtGState: "G",
  Pattern: "P",
  XObject: "X",
};

/** The limit of a drawing's content, in characters. */
const MAX_CONTENT = 32_000_000;

/** What the parts of a drawing share. */
export class ContentBudget {
  #characters = 0;

  count(characters: number): void {
    this.#characters += characters;
    if (this.#characters > MAX_CONTENT) throw new UnsupportedDrawing("It is too large");
  }
}

/** Content of a form or of a pattern, and its resources. It does not depend on the document. */
export class Canvas {
  /** The part that is visible, in the space in which the content begins. */
  readonly area: Box;
  readonly #budget: ContentBudget;
  readonly #parts: Array<string | TextPart> = [];
  #text = "";
  readonly #resources = new Map<ResourceKind, Map<string, readonly [string, AddResource]>>();
  readonly #images = new Map<PreparedImage, string>();
  /** The graphics state at each level of `q`. */
  #states: Array<Map<string, string>> = [new Map()];

  constructor(area: Box, budget: ContentBudget) {
    this.area = area;
    this.#budget = budget;
  }

  /** A canvas for a part of this drawing. */
  inner(area: Box): Canvas {
    return new Canvas(area, this.#budget);
  }

  get isEmpty(): boolean {
    return this.#parts.length === 0 && this.#text === "";
  }

  /** Counts characters that a resource of the drawing has. Fails if the drawing has too many. */
  count(characters: number): void {
    this.#budget.count(characters);
  }

  add(content: string): void {
    this.count(content.length);
    this.#text += content;
  }

  addText(part: TextPart): void {
    this.#parts.push(this.#text, part);
    this.#text = "";
  }

  save(): void {
    this.add("q\n");
    this.#states.push(new Map(this.#states.at(-1)));
  }

  restore(): void {
    this.add("Q\n");
    this.#states.pop();
  }

  /** Sets a part of the graphics state, unless it is set already. */
  set(part: string, operators: string): void {
    const state = this.#states.at(-1);
    if (state?.get(part) === operators) return;
    state?.set(part, operators);
    this.add(operators);
  }

  /** Returns the name of a resource. Resources with the same key are written once. */
  resource(kind: ResourceKind, key: string, add: AddResource): string {
    const resources =
      this.#resources.get(kind) ?? new Map<string, readonly [string, AddResource]>();
    this.#resources.set(kind, resources);
    const existing = resources.get(key);
    if (existing !== undefined) return existing[0];
    const name = `/${PREFIXES[kind]}${resources.size + 1}`;
    resources.set(key, [name, add]);
    return name;
  }

  /** A resource that has no equal. */
  newResource(kind: ResourceKind, add: AddResource): string {
    return this.resource(kind, `new ${this.#resources.get(kind)?.size ?? 0}`, add);
  }

  /** Returns the name of an image. */
  image(image: PreparedImage): string {
    const existing = this.#images.get(image);
    if (existing !== undefined) return existing;
    const name = this.newResource("XObject", ({ file }) => addImage(file, image));
    this.#images.set(image, name);
    return name;
  }

  /** Sets the opacity of fills and strokes. */
  setOpacity(fill: number, stroke: number): void {
    const entries = `/ca ${precise(fill)}/CA ${precise(stroke)}`;
    const isOpaque = fill >= 1 && stroke >= 1;
    if (isOpaque && this.#states.at(-1)?.get("opacity") === undefined) return;
    this.set("opacity", `${this.resource("ExtGState", entries, () => `<<${entries}>>`)} gs\n`);
  }

  /** Writes the content as a stream with its resources. */
  addTo(target: Target, entries: string): Ref {
    const { file, fonts } = target;
    const faces = new Set<Face>();
    const content = [...this.#parts, this.#text]
      .map((part) => {
        if (typeof part === "string") return part;
        for (const face of part.faces) faces.add(face);
        return part.encode(fonts);
      })
      .join("");
    let resources = "";
    for (const [kind, members] of this.#resources) {
      const list = Array.from(members.values(), ([name, add]) => `${name} ${add(target)}`);
      resources += `/${kind}<<${list.join("")}>>`;
    }
    if (faces.size > 0) {
      const list = Array.from(
        faces,
        (face) => `/${fonts.use(face).key} ${fonts.refOf(face, file)}`,
      );
      resources += `/Font<<${list.join("")}>>`;
    }
    return file.addDeflated(`${entries}/Resources<<${resources}>>`, content);
  }

  /** Writes the content as a form with a transparency group. */
  addForm(target: Target, colourSpace = "DeviceRGB"): Ref {
    const { x, y, width, height } = this.area;
    const box = [x, y, x + width, y + height].map((value) => formatNumber(value, 4)).join(" ");
    return this.addTo(
      target,
      `/Type/XObject/Subtype/Form/BBox[${box}]/Group<</S/Transparency/CS/${colourSpace}/I true>>`,
    );
  }
}

/** Larger numbers are not portable (ISO 32000-2, annex C). */
const MAX_NUMBER = 1e9;

/** Bounds a number to those that readers can hold. Fails with `UnsupportedDrawing` unless it is finite. */
export function boundNumber(value: number): number {
  if (!Number.isFinite(value)) throw new UnsupportedDrawing("It has an invalid number");
  return Math.min(MAX_NUMBER, Math.max(-MAX_NUMBER, value));
}

/** Formats a number with a certain precision. */
export function formatNumber(value: number, decimals: number): string {
  const text = boundNumber(value).toFixed(decimals);
  const short = text.includes(".") ? text.replace(/\.?0+$/, "") : text;
  return short === "-0" ? "0" : short;
}

/** Formats numbers in user space, rounded to 0.01 points. */
export function numberFormat(scale: number): (...numbers: ReadonlyArray<number>) => string {
  const decimals = scale > 0 ? Math.ceil(2 + Math.log10(scale)) : 2;
  const bounded = Math.min(8, Math.max(0, decimals));
  return (...numbers) => numbers.map((value) => formatNumber(value, bounded)).join(" ");
}

/** The operands of a transform. */
export function matrixOperands(matrix: Matrix): string {
  return matrix.map((value) => formatNumber(value, 6)).join(" ");
}
