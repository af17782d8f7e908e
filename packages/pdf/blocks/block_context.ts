import type { encodeBarcode } from "../barcodes/encode_barcode.ts";
import type { Heading } from "../fill/heading.ts";
import type { DocumentImages } from "../images/read_image.ts";
import type { SvgDrawing } from "../svg/svg_drawing.ts";
import type { Form } from "../write/form/form.ts";
import type { NoteColumn } from "./text/note_block.ts";
import type { TextContext } from "./text/text_box.ts";

/** Draws an SVG in a box with a size in millimetres. */
type DrawSvg = (
  text: string,
  size: { readonly width: number; readonly height: number },
) => SvgDrawing;

export interface BlockContext extends TextContext {
  /** The height available on an empty page, in millimetres. */
  readonly tallest: number;
  /** Where the footnotes of a page are; undefined where they are in the text. */
  readonly noteColumn: NoteColumn | undefined;
  readonly images: DocumentImages;
  /** Present if the template has barcodes. */
  readonly encodeBarcode: typeof encodeBarcode | undefined;
  /** Draws SVG and marks, if the template has them. */
  readonly drawSvg: DrawSvg | undefined;
  /** The headings of the document. */
  readonly headings: ReadonlyArray<Heading>;
  /** The form of the document. */
  readonly form: Form;
  /** Adds a warning about the field. */
  readonly warn: (message: string) => void;
}
