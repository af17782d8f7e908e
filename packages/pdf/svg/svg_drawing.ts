import { MissingGlyph } from "../fonts/faces.ts";
import type { FontTable } from "../fonts/opentype/font_table.ts";
import type { TemplateFont } from "../fonts/template_font.ts";
import type { PreparedImage } from "../images/prepared_image.ts";
import { UnsupportedDrawing } from "../permanent_render_error.ts";
import { STANDARD_TEXT } from "../text/text_options.ts";
import { POINTS } from "../write/content.ts";
import type { PdfFile, Ref } from "../write/pdf_file.ts";
import { ElementPainter } from "./element_painter.ts";
import { type Matrix, multiply, scaleOf } from "./geometry/matrix.ts";
import { fitMatrix, viewBoxOf } from "./geometry/view_box.ts";
import { Canvas, ContentBudget, matrixOperands } from "./paint/canvas.ts";
import { computeStyle, INITIAL_STYLE } from "./style/style.ts";
import { lengthOf } from "./style/values.ts";
import { parseSvg, type SvgElement } from "./svg_element.ts";
import { svgFonts } from "./text/svg_fonts.ts";

/** A drawn SVG, which any document can contain. */
export interface SvgDrawing {
  /** What is not drawn as the SVG says. */
  readonly warnings: ReadonlyArray<string>;
  readonly addTo: (file: PdfFile, fonts: FontTable) => Ref;
}

export interface SvgSettings {
  /** In millimetres. */
  readonly width: number;
  readonly height: number;
  /** The fonts of the project that text can use. */
  readonly fonts: ReadonlyArray<TemplateFont>;
  /** BCP 47. */
  readonly language: string;
  /** Whether a character that no font has is an error. */
  readonly failsOnMissingGlyph: boolean;
  /** Whether a colour that cannot be read is an error. Otherwise it has no effect, as in CSS. */
  readonly failsOnColours: boolean;
  readonly readImage: (dataUri: string) => PreparedImage;
}

/** The user units in a point. */
const UNITS = 96 / 72;

/**
 * Draws an SVG in a box. Fails with `UnsupportedDrawing` for an SVG that shows nothing or is too large, and for values that cannot be read, and with `MissingGlyph`.
 */
export function drawSvg(text: string, settings: SvgSettings): SvgDrawing {
  const { readImage, language, failsOnMissingGlyph, failsOnColours } = settings;
  const [width, height] = [settings.width * POINTS, settings.height * POINTS];
  const area = { x: 0, y: 0, width, height };
  const canvas = new Canvas(area, new ContentBudget());
  const warnings = new Set<string>();
  const warn = (message: string) => {
    if (warnings.size < MAX_WARNINGS) warnings.add(message);
  };
  const { root, ids } = parseSvg(text, warn);
  const missing = (character: string) =>
    warn(`${new MissingGlyph(character).message}; the document shows a box`);
  const fonts = svgFonts(settings.fonts, {
    ...STANDARD_TEXT,
    language,
    missing: failsOnMissingGlyph ? undefined : missing,
  });
  const painter = new ElementPainter({ root, ids, fonts, readImage, warn, failsOnColours });
  const { matrix, viewport } = viewOf(root, width, height);
  const declared = painter.declaredOf(root);
  const toPage = multiply([1, 0, 0, -1, 0, height], matrix);
  canvas.add(`${matrixOperands(toPage)} cm\n`);
  if (declared("display") !== "none") {
    painter.drawContent(root, {
      canvas,
      matrix: toPage,
      scale: scaleOf(matrix),
      viewport,
      style: computeStyle(INITIAL_STYLE, declared, 0),
      isClip: false,
    });
  }
  if (!painter.hasPainted) throw new UnsupportedDrawing("It shows nothing");
  return {
    warnings: [...warnings],
    addTo: (file, table) => canvas.addForm({ file, fonts: table }),
  };
}

const MAX_WARNINGS = 20;

/** The transform from user space to points below the top of the box, and the size of the viewport. */
function viewOf(
  { attributes }: SvgElement,
  width: number,
  height: number,
): {
  readonly matrix: Matrix;
  readonly viewport: { readonly width: number; readonly height: number };
} {
  const base = { whole: 0, fontSize: INITIAL_STYLE.fontSize };
  const [ownWidth = 0, ownHeight = 0] = ["width", "height"].map((side) =>
    lengthOf(attributes.get(side), base),
  );
  const own =
    ownWidth > 0 && ownHeight > 0 ? { x: 0, y: 0, width: ownWidth, height: ownHeight } : undefined;
  const view = viewBoxOf(attributes.get("viewBox")) ?? own;
  if (view === undefined) {
    const viewport = { width: width * UNITS, height: height * UNITS };
    return { matrix: [1 / UNITS, 0, 0, 1 / UNITS, 0, 0], viewport };
  }
  const matrix = fitMatrix(view, { width, height }, attributes.get("preserveAspectRatio"));
  if (!(scaleOf(matrix) > 0)) throw new UnsupportedDrawing("It has an invalid number");
  return { matrix, viewport: view };
}
