import {
  type Alignment,
  type CellStyle,
  type LayoutField,
  type Sides,
  type TabStops,
  tableParts,
  type TextField,
  type VerticalAlignment,
} from "@paraph/core/layouts";

import type { Typography } from "../compile/compiled_template.ts";
import { type ChainName, emphasizedFont } from "../fonts/font_chain.ts";
import { type FontFeatures, fontFeatures } from "../fonts/font_features.ts";
import type { WordSpacing } from "../text/total_fit.ts";

/** A complete text style. Lengths are in millimetres, those of the font in points. */
export interface TextStyle {
  readonly fontName: ChainName;
  readonly fontSize: number;
  readonly lineHeight: number;
  readonly spacing: number;
  /** Undefined for the start side of the text's direction. */
  readonly alignment: Alignment | undefined;
  readonly verticalAlignment: VerticalAlignment;
  readonly fontColor: string;
  readonly backgroundColor: string | undefined;
  readonly borderColor: string | undefined;
  readonly borderWidth: Box;
  readonly padding: Box;
  readonly features: FontFeatures;
  readonly hyphenate: boolean;
  /** For justified text; undefined for text whose lines are filled one by one. */
  readonly wordSpacing: WordSpacing | undefined;
  readonly firstLineIndent: number;
  /** The space between paragraphs. */
  readonly paragraphSpacing: number;
  readonly smartQuotes: boolean;
  readonly cjkSpacing: boolean;
  readonly opticalMargins: boolean;
  /** Undefined for text whose tabs are spaces. */
  readonly tabStops: TabStops | undefined;
}

/** The settings of a layout that apply to the style of text. */
export type StyleDefaults = Omit<Typography, "needsPatterns" | "failsOnMissingGlyph">;

export interface Box {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

const FIELD = {
  fontSize: 13,
  lineHeight: 1,
  verticalAlignment: "top",
  fontColor: "#000000",
  padding: 0,
} as const;
const BODY = {
  fontSize: 10,
  lineHeight: 1.2,
  verticalAlignment: "middle",
  fontColor: "#000000",
  padding: 2,
} as const;
const HEAD = { ...BODY, fontColor: "#ffffff" } as const;

/** The style of a text field, with pdfme's defaults. */
export function fieldStyle(
  field: Omit<TextField, "type" | "richText" | "columns">,
  defaults: StyleDefaults,
): TextStyle {
  return withDefaults(field, FIELD, defaults);
}

/** The style of a table's head cells; `undefined` is white on blue. Without a background, text is black. */
export function headStyle(style: CellStyle | null | undefined, defaults: StyleDefaults): TextStyle {
  const own = style ?? { backgroundColor: "#2980ba" };
  const hasBackground = (own.backgroundColor ?? "") !== "";
  return withDefaults(own, hasBackground ? HEAD : BODY, defaults);
}

/** The style of a table's body cells. */
export function bodyStyle(style: CellStyle | null | undefined, defaults: StyleDefaults): TextStyle {
  return withDefaults(style ?? {}, BODY, defaults);
}

/** The style of a table's totals, or of the header of a group; by default that of its body in bold. */
export function totalsStyle(
  style: CellStyle | null | undefined,
  body: CellStyle | null | undefined,
  defaults: StyleDefaults,
): TextStyle {
  const fontName = emphasizedFont(chainName(body?.fontName), { bold: true, italic: false });
  return withDefaults({ ...body, fontName, ...style }, BODY, defaults);
}

/** The settings for text whose language is declared. */
export function inDeclaredLanguage<A extends StyleDefaults>(defaults: A): A {
  return { ...defaults, isLanguageDeclared: true };
}

/** Whether a field has text that is hyphenated. */
export function hyphenates(field: LayoutField, settings: StyleDefaults): boolean {
  const hasLanguage = typeof field.language === "string";
  const defaults = hasLanguage ? inDeclaredLanguage(settings) : settings;
  const styles =
    field.type === "table"
      ? [
          field.headStyles,
          field.bodyStyles,
          ...tableParts(field).map(({ style }) => ({ ...field.bodyStyles, ...styleOf(style) })),
        ]
      : "alignment" in field || "hyphenate" in field || "fontSize" in field
        ? [field]
        : [{}];
  return styles.some((style) => isHyphenated(style ?? {}, defaults));
}

function styleOf(style: unknown): CellStyle {
  return style ?? {};
}

function isHyphenated(
  { hyphenate, alignment, kerning }: CellStyle,
  defaults: StyleDefaults,
): boolean {
  return (
    hyphenate ??
    defaults.hyphenate ??
    (alignment === "justify" && (kerning ?? defaults.kerning) && defaults.isLanguageDeclared)
  );
}

/** The limits of spaces in justified text, in percent. */
const WORD_SPACING = { min: 75, max: 150 };

function withDefaults(
  style: CellStyle & Pick<TextField, "firstLineIndent" | "paragraphSpacing" | "tabStops">,
  defaults: typeof FIELD | typeof BODY | typeof HEAD,
  settings: StyleDefaults,
): TextStyle {
  const kerning = style.kerning ?? settings.kerning;
  const spacing = style.characterSpacing ?? 0;
  return {
    fontName: chainName(style.fontName),
    fontSize: style.fontSize ?? defaults.fontSize,
    lineHeight: style.lineHeight ?? defaults.lineHeight,
    spacing,
    alignment: style.alignment ?? undefined,
    verticalAlignment: style.verticalAlignment ?? defaults.verticalAlignment,
    fontColor: style.fontColor || defaults.fontColor,
    backgroundColor: style.backgroundColor || undefined,
    borderColor: style.borderColor || undefined,
    borderWidth: sides(style.borderWidth, 0),
    padding: sides(style.padding, defaults.padding),
    // Letters that are set apart do not join.
    features: fontFeatures({ kerning, ligatures: spacing === 0, tags: style.fontFeatures ?? [] }),
    hyphenate: isHyphenated(style, settings),
    wordSpacing:
      kerning && style.alignment === "justify"
        ? {
            min: (style.wordSpacing?.min ?? WORD_SPACING.min) / 100,
            max: (style.wordSpacing?.max ?? WORD_SPACING.max) / 100,
            ...letterLimits(style),
          }
        : undefined,
    firstLineIndent: style.firstLineIndent ?? 0,
    paragraphSpacing: style.paragraphSpacing ?? 0,
    smartQuotes: style.smartQuotes ?? settings.smartQuotes,
    cjkSpacing: style.cjkSpacing ?? settings.cjkSpacing,
    opticalMargins: style.opticalMargins ?? settings.opticalMargins,
    tabStops: style.tabStops ?? undefined,
  };
}

/** The limits of letters in thousandths of the font size. */
function letterLimits({ letterSpacing }: CellStyle): Pick<WordSpacing, "letters"> {
  if (!letterSpacing) return {};
  const { min, max } = letterSpacing;
  return { letters: { min: (min ?? 0) * 10, max: (max ?? 0) * 10 } };
}

/** Compiled fields name bundled fonts, and the keys of other fonts. */
function chainName(fontName: string | null | undefined): ChainName {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- compiling replaces all other names
  return (fontName ?? "Roboto") as ChainName;
}

function sides(lengths: Sides | null | undefined, fallback: number): Box {
  const side = (length: number | null | undefined) => length ?? (lengths ? 0 : fallback);
  return {
    top: side(lengths?.top),
    right: side(lengths?.right),
    bottom: side(lengths?.bottom),
    left: side(lengths?.left),
  };
}
