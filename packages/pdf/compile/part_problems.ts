import type { FileFace } from "@paraph/core/fonts";
import { bindingOf, type FixedPart } from "@paraph/core/layouts";
import type { Manifest } from "@paraph/core/manifests";
import type { Issue } from "@paraph/core/values";

import { tableProblem } from "../blocks/table/table_block.ts";
import { DataScope } from "../fill/data_scope.ts";
import { fillTable } from "../fill/fill_table.ts";
import { fillText, plainText } from "../fill/rich_text.ts";
import { MissingGlyph } from "../fonts/faces.ts";
import { openFonts } from "../fonts/project_fonts.ts";
import { type FontFiles, templateFonts } from "../fonts/template_font.ts";
import { DocumentImages } from "../images/read_image.ts";
import { UnsupportedDrawing } from "../permanent_render_error.ts";
import { compileTable } from "./compile_table.ts";
import { compileText } from "./compile_text.ts";
import { withFontKeys } from "./font_keys.ts";
import { knownKeys } from "./known_keys.ts";

/** New for each part: its expressions have limits of their own. */
const noData = () => new DataScope({ values: {}, loops: {} });

/** Whether a table fits hardly depends on the settings of the layout. */
const TEXT = {
  typography: {
    kerning: true,
    hyphenate: false,
    smartQuotes: false,
    cjkSpacing: false,
    opticalMargins: false,
    isLanguageDeclared: false,
  },
  language: "und",
  hyphenator: undefined,
  compounds: undefined,
  missing: undefined,
  images: new DocumentImages(new Map()),
  encodeBarcode: undefined,
  widestNumber: "",
};

/**
 * Draws or measures the fixed part of a field. Returns the problems with which no render would succeed, with
 * paths inside the field.
 */
export async function partProblems(
  { field: sourceField, tallest }: FixedPart,
  manifest: Manifest,
  faces: ReadonlyArray<FileFace>,
  files: FontFiles = new Map(),
): Promise<ReadonlyArray<Issue>> {
  const fonts = templateFonts(faces);
  openFonts([...fonts.values()], files);
  const field = withFontKeys(sourceField, fonts);
  const keys = knownKeys(manifest);
  try {
    if (field.type === "table") {
      const table = compileTable(field, bindingOf(field.name, keys.index), keys);
      const problem = tableProblem(field, fillTable(table, noData(), undefined), {
        ...TEXT,
        tallest,
      });
      return problem === undefined ? [] : [problem];
    }
    const value = field.type === "svg" ? field.content : fixedText(field.content, keys);
    if (value === undefined || value === null || value === "") return [];
    // Imported on demand as for rendering, so that the thread's bundle has them as separate files.
    if (field.type !== "svg") {
      const { encodeBarcode } = await import("../barcodes/encode_barcode.ts");
      encodeBarcode(field.type, value);
      return [];
    }
    const { drawSvg } = await import("../svg/svg_drawing.ts");
    const readImage = (source: string) => new DocumentImages(new Map()).read(source);
    const look = { fonts: [...fonts.values()], language: "und" };
    const strict = { failsOnMissingGlyph: true, failsOnColours: true };
    drawSvg(value, { ...field, ...look, ...strict, readImage });
    return [];
  } catch (error) {
    if (error instanceof UnsupportedDrawing) return [{ path: "content", message: error.message }];
    if (error instanceof MissingGlyph) {
      // That of a table is reported for each text separately.
      return field.type === "svg" ? [{ path: "content", message: error.message }] : [];
    }
    throw error;
  }
}

/** Returns the text of a barcode, undefined when it has placeholders. */
function fixedText(content: string | null | undefined, keys: ReturnType<typeof knownKeys>) {
  const text = compileText(content ?? "", keys);
  return text.every(({ kind }) => kind === "text")
    ? plainText(fillText(text, noData()))
    : undefined;
}
