import type {
  Alignment,
  CellStyle,
  Sides,
  TextField,
  VerticalAlignment,
} from "@paraph/core/layouts";

import { type ChainName, emphasizedFont } from "../fonts/faces.ts";

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
}

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
export function fieldStyle(field: TextField | Omit<TextField, "type">): TextStyle {
  return withDefaults(field, FIELD);
}

/** The style of a table's head cells; `undefined` is white on blue. */
export function headStyle(style: CellStyle | null | undefined): TextStyle {
  return withDefaults(style ?? { backgroundColor: "#2980ba" }, HEAD);
}

/** The style of a table's body cells. */
export function bodyStyle(style: CellStyle | null | undefined): TextStyle {
  return withDefaults(style ?? {}, BODY);
}

/** The style of a table's totals; by default that of its body in bold. */
export function totalsStyle(
  style: CellStyle | null | undefined,
  body: CellStyle | null | undefined,
): TextStyle {
  const fontName = emphasizedFont(chainName(body?.fontName), { bold: true, italic: false });
  return withDefaults({ ...body, fontName, ...style }, BODY);
}

function withDefaults(
  style: CellStyle,
  defaults: typeof FIELD | typeof BODY | typeof HEAD,
): TextStyle {
  return {
    fontName: chainName(style.fontName),
    fontSize: style.fontSize ?? defaults.fontSize,
    lineHeight: style.lineHeight ?? defaults.lineHeight,
    spacing: style.characterSpacing ?? 0,
    alignment: style.alignment ?? undefined,
    verticalAlignment: style.verticalAlignment ?? defaults.verticalAlignment,
    fontColor: style.fontColor || defaults.fontColor,
    backgroundColor: style.backgroundColor || undefined,
    borderColor: style.borderColor || undefined,
    borderWidth: sides(style.borderWidth, 0),
    padding: sides(style.padding, defaults.padding),
  };
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
