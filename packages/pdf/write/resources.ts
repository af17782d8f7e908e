import { addEditingFont } from "../fonts/editing_font.ts";
import type { Face } from "../fonts/faces.ts";
import { FontTable } from "../fonts/opentype/font_table.ts";
import { swapsSides } from "../images/orientation.ts";
import type { PreparedImage } from "../images/prepared_image.ts";
import { precise } from "./content.ts";
import type { PdfFile, Ref } from "./pdf_file.ts";

/** A drawing that is written after the pages that show it. */
export interface Drawing {
  readonly addTo: (file: PdfFile, fonts: FontTable) => Ref;
}

/** The shared resources of a document's pages, by resource name. */
export class Resources {
  readonly fonts: FontTable;
  readonly #images = new Map<PreparedImage, string>();
  readonly #opacities = new Map<string, string>();
  readonly #drawings = new Map<Drawing, string>();
  readonly #editingFonts = new Map<Face, string>();

  /** Whether the document conforms to a standard: fonts are embedded and map every glyph to text. */
  readonly isStandard: boolean;

  constructor(isStandard = false) {
    this.isStandard = isStandard;
    this.fonts = new FontTable(isStandard);
  }

  /** Returns the resource name of an image. */
  image(image: PreparedImage): string {
    const existing = this.#images.get(image);
    if (existing !== undefined) return existing;
    const name = `/I${this.#images.size + 1}`;
    this.#images.set(image, name);
    return name;
  }

  /** Returns the resource name of a graphics state with an opacity. */
  opacity(opacity: number): string {
    const value = precise(opacity);
    const existing = this.#opacities.get(value);
    if (existing !== undefined) return existing;
    const name = `/G${this.#opacities.size + 1}`;
    this.#opacities.set(value, name);
    return name;
  }

  /** Returns the resource name of a drawing. */
  drawing(drawing: Drawing): string {
    const existing = this.#drawings.get(drawing);
    if (existing !== undefined) return existing;
    const name = `/X${this.#drawings.size + 1}`;
    this.#drawings.set(drawing, name);
    return name;
  }

  /** Returns the resource name of the font with which readers show what people enter in form fields. */
  editingFont(face: Face): string {
    const name = this.#editingFonts.get(face) ?? `/E${this.#editingFonts.size + 1}`;
    this.#editingFonts.set(face, name);
    return name;
  }

  /** Writes the fonts of form fields. Returns the entries of a resource dictionary. */
  editingFontsTo(file: PdfFile): string {
    return Array.from(
      this.#editingFonts,
      ([face, name]) => `${name} ${addEditingFont(file, face)}`,
    ).join("");
  }

  /** Writes all resources and their dictionary, after all pages are painted. */
  addTo(file: PdfFile, ref = file.reserve()): Ref {
    let objects = "";
    for (const [image, name] of this.#images) objects += `${name} ${addImage(file, image)}`;
    for (const [drawing, name] of this.#drawings)
      objects += `${name} ${drawing.addTo(file, this.fonts)}`;
    const states = Array.from(
      this.#opacities,
      ([value, name]) => `${name}<</ca ${value}/CA ${value}>>`,
    );
    return file.add(
      `<</Font<<${this.fonts.addTo(file)}>>/XObject<<${objects}>>/ExtGState<<${states.join("")}>>>>`,
      ref,
    );
  }
}

/** Writes an image and its mask. */
export function addImage(file: PdfFile, image: PreparedImage): Ref {
  const { samples, alpha, orientation } = image;
  const isTurned = swapsSides(orientation);
  const [width, height] = isTurned ? [image.height, image.width] : [image.width, image.height];
  const common = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}`;
  const mask =
    alpha === undefined
      ? ""
      : `/SMask ${file.addStream(
          `${common}/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/FlateDecode`,
          alpha,
        )}`;
  const channels = { DeviceGray: 1, Indexed: 1, DeviceRGB: 3, DeviceCMYK: 4 }[samples.colours];
  const colours =
    samples.palette === undefined
      ? `/${samples.colours}`
      : `[/Indexed/DeviceRGB ${samples.palette.length / 3 - 1} ${file.addStream("", samples.palette)}]`;
  const rowFilters = samples.hasRowFilters
    ? `/DecodeParms<</Predictor 15/Colors ${channels}/BitsPerComponent ${samples.bits}/Columns ${width}>>`
    : "";
  const decode = samples.isInverted ? "/Decode[1 0 1 0 1 0 1 0]" : "";
  return file.addStream(
    `${common}/ColorSpace${colours}/BitsPerComponent ${samples.bits}/Filter/${samples.filter}${rowFilters}${decode}${mask}`,
    samples.bytes,
  );
}
