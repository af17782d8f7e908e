import type { Face } from "../text/faces.ts";
import { addFont } from "./font_object.ts";
import type { PdfFile } from "./pdf_file.ts";
import { UsedFace } from "./used_face.ts";

/** The fonts of one document, in the order they are met. */
export class FontTable {
  readonly #faces = new Map<Face, UsedFace>();

  /** The part of a face that the document uses, under the name content streams call it by. */
  use(face: Face): UsedFace {
    const known = this.#faces.get(face);
    if (known !== undefined) return known;
    const used = new UsedFace(face, `F${this.#faces.size + 1}`);
    this.#faces.set(face, used);
    return used;
  }

  /** Writes the fonts, once all text is set, and gives the entries of a resource dictionary. */
  addTo(file: PdfFile): string {
    return [...this.#faces.values()].map((used) => `/${used.key} ${addFont(file, used)}`).join("");
  }
}
