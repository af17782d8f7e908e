import type { Face } from "../../fonts/faces.ts";
import { type ChainName, leadFace } from "../../fonts/font_chain.ts";
import { breakLines } from "../../text/break_lines.ts";
import type { Line } from "../../text/line.ts";
import { fontRules } from "../../text/mark.ts";
import { shapeText } from "../../text/paragraph.ts";
import { TextContent } from "../../write/text_content.ts";
import { type Box, boxOf, multiply, rotation, translation } from "../geometry/matrix.ts";
import { rectanglePath } from "../geometry/path.ts";
import { boundNumber, matrixOperands, numberFormat, type TextPart } from "../paint/canvas.ts";
import { paintInOrder, paintPath, paintsOf } from "../paint/paint.ts";
import { lengthBases, type Painter, type Place } from "../painter.ts";
import { lengthOf, NO_PAINT } from "../style/values.ts";
import type { SvgElement } from "../svg_element.ts";
import { type TextSegment, textSegments } from "./text_segments.ts";

/** A segment of text with its glyphs; lengths are in user units. */
interface ShapedSegment {
  readonly segment: TextSegment;
  readonly fontName: ChainName;
  readonly line: Line | undefined;
  /** The width of the spaces in front of the glyphs. */
  readonly lead: number;
  /** The distance to the next segment. */
  readonly advance: number;
  readonly spacing: number;
}

/** A segment at the start of its baseline. */
interface PlacedSegment extends ShapedSegment {
  readonly x: number;
  readonly y: number;
}

/** Draws a `<text>` element. */
export function drawText(
  element: SvgElement,
  painter: Painter,
  place: Place,
  opacity: number,
): void {
  const segments = placedSegments(element, painter, place);
  for (const group of groupsOf(segments)) {
    const [first] = group;
    if (first === undefined) continue;
    const { style } = first.segment;
    const own = { ...place, style };
    const box = () => textBox(segments);
    const paints = paintsOf(painter, own, box, opacity);
    const rotate = first.segment.rotate ?? 0;
    const part = textPart(group, place.scale, rotate);
    const { canvas, scale } = place;
    if (style.underline) drawRules("underline", group, painter, own, opacity);
    paintInOrder(own, paints, (kind) => {
      canvas.save();
      // Sizes and distances in points are precise in drawings of any scale.
      const upright = [1 / scale, 0, 0, -1 / scale, 0, 0] as const;
      const turn = multiply(translation(first.x, first.y), rotation(rotate));
      canvas.add(`${matrixOperands(rotate === 0 ? upright : multiply(turn, upright))} cm\n`);
      if (kind !== "fill") {
        const format = numberFormat(1);
        const dashes = style.dashes.map((dash) => dash * scale);
        canvas.add(`${format(style.strokeWidth * scale)} w [${format(...dashes)}] 0 d\n`);
      }
      // Text under its own outline is text only once.
      const isCopy = kind === "stroke" && paints.fill !== undefined;
      canvas.add(`${kind === "fill" ? 0 : kind === "stroke" ? 1 : 2} Tr\n`);
      if (isCopy) canvas.add("/Span<</ActualText()>>BDC\n");
      canvas.addText(part);
      if (isCopy) canvas.add("EMC\n");
      canvas.restore();
    });
    if (style.lineThrough) drawRules("strike", group, painter, own, opacity);
  }
}

/** The bounding box of a `<text>` element. */
export function textElementBox(element: SvgElement, painter: Painter, place: Place): Box {
  return textBox(placedSegments(element, painter, place));
}

function textBox(segments: ReadonlyArray<PlacedSegment>): Box {
  return boxOf(
    segments.flatMap(({ x, y, advance, fontName, segment: { style } }) => {
      const { ascent, descent } = metricsOf(fontName);
      return [
        [x, y - ascent * style.fontSize],
        [x + advance, y - descent * style.fontSize],
      ] as const;
    }),
  );
}

/** The heights of a font, relative to its size. The descent is negative. */
function metricsOf(fontName: ChainName) {
  const { font } = leadFace(fontName);
  const { ascent, descent, capHeight, unitsPerEm, tables } = font;
  const os2 = tables.get("OS/2");
  const ownHeight = os2 !== undefined && os2.length >= 88 ? os2.readInt16BE(86) : 0;
  const xHeight = ownHeight > 0 ? ownHeight : capHeight * 0.7;
  return {
    ascent: ascent / unitsPerEm,
    descent: descent / unitsPerEm,
    xHeight: xHeight / unitsPerEm,
  };
}

/** The distance of a baseline above the alphabetic one, relative to the font size. */
function baselineOf(name: string, fontName: ChainName): number {
  if (name === "auto" || name === "alphabetic") return 0;
  const { ascent, descent, xHeight } = metricsOf(fontName);
  switch (name) {
    case "middle":
      return xHeight / 2;
    case "central":
      return (ascent + descent) / 2;
    case "hanging":
      return ascent * 0.8;
    case "mathematical":
      return ascent / 2;
    case "text-before-edge":
    case "before-edge":
    case "text-top":
      return ascent;
    case "text-after-edge":
    case "after-edge":
    case "text-bottom":
    case "ideographic":
      return descent;
    default:
      return 0;
  }
}

/** Shapes the segments of a text and places them by their anchors. */
function placedSegments(
  element: SvgElement,
  painter: Painter,
  place: Place,
): ReadonlyArray<PlacedSegment> {
  const segments = textSegments(element, painter, place);
  const { across } = lengthBases(place);
  const length = lengthOf(element.attributes.get("textLength"), across);
  const stretch = length === undefined ? 0 : stretchOf(segments, length, painter);
  const shaped = segments.map((segment) => shapeSegment(segment, painter, stretch));
  let [x, y] = [0, 0];
  const placed: Array<PlacedSegment> = [];
  let chunk: Array<PlacedSegment> = [];
  const endChunk = () => {
    const [first] = chunk;
    if (first === undefined) return;
    const width = x - first.x;
    const { textAnchor } = first.segment.style;
    const shift = textAnchor === "middle" ? -width / 2 : textAnchor === "end" ? -width : 0;
    for (const each of chunk) placed.push({ ...each, x: each.x + shift });
    chunk = [];
  };
  for (const each of shaped) {
    const { segment, fontName, advance } = each;
    if (segment.x !== undefined || segment.y !== undefined) endChunk();
    x = (segment.x ?? x) + (segment.dx ?? 0);
    y = (segment.y ?? y) + (segment.dy ?? 0);
    const { dominantBaseline, fontSize } = segment.style;
    const down = baselineOf(dominantBaseline, fontName) * fontSize - segment.rise;
    chunk.push({ ...each, x, y: y + down });
    x += advance;
  }
  endChunk();
  return placed;
}

/** The letter spacing that gives a text a certain length. */
function stretchOf(segments: ReadonlyArray<TextSegment>, length: number, painter: Painter): number {
  const shaped = segments.map((segment) => shapeSegment(segment, painter, 0));
  const width = shaped.reduce((sum, { advance }) => sum + advance, 0);
  const gaps = segments.reduce((sum, { text }) => sum + text.length, -1);
  return gaps > 0 ? (length - width) / gaps : 0;
}

function shapeSegment(segment: TextSegment, { fonts }: Painter, stretch: number): ShapedSegment {
  const { text, style } = segment;
  const { fontSize, wordSpacing } = style;
  const fontName = fonts.choose(style.fontFamily, style.fontWeight, style.isItalic);
  const spacing = style.letterSpacing + stretch;
  const core = text.trim();
  const lead = text.length - text.trimStart().length;
  const trail = core === "" ? 0 : text.length - lead - core.length;
  const face = leadFace(fontName);
  const space = (face.width(face.plainGlyph(0x20)) * fontSize) / 1000 + spacing + wordSpacing;
  const [line] =
    core === "" || fontSize <= 0
      ? []
      : breakLines(
          shapeText([{ text: core, fontName }], fonts.options),
          ENDLESS,
          (spacing * 1000) / fontSize,
        );
  const width =
    line === undefined ? 0 : (line.width * fontSize) / 1000 + line.gaps * wordSpacing + spacing;
  const advance = width + (lead + trail) * space;
  return { segment, fontName, line, lead: lead * space, advance, spacing };
}

/** No text is as wide. */
const ENDLESS = 1e9;

/** Groups segments of one style. Rotated ones are separate. */
function groupsOf(
  segments: ReadonlyArray<PlacedSegment>,
): ReadonlyArray<ReadonlyArray<PlacedSegment>> {
  const groups: Array<Array<PlacedSegment>> = [];
  for (const each of segments) {
    if (each.line === undefined) continue;
    const last = groups.at(-1);
    const before = last?.[0]?.segment;
    const joins = before?.style === each.segment.style && !before.rotate && !each.segment.rotate;
    if (joins) last?.push(each);
    else groups.push([each]);
  }
  return groups;
}

/** The text object of a group, in points. Rotated text begins at the origin. */
function textPart(group: ReadonlyArray<PlacedSegment>, scale: number, rotate: number): TextPart {
  const faces = new Set<Face>();
  const points = (length: number) => boundNumber(length * scale);
  const lines = group.flatMap(({ line, segment, x, y, lead, spacing }) => {
    if (line === undefined) return [];
    for (const { run } of line.pieces) faces.add(run.face);
    const { fontSize, wordSpacing } = segment.style;
    // The paint is set outside of the text object.
    const setting = { fontSize: points(fontSize), spacing: points(spacing), colour: "" };
    const [left, baseline] = rotate === 0 ? [x + lead, -y] : [lead, 0];
    return { line, setting, at: [points(left), points(baseline), points(wordSpacing)] as const };
  });
  return {
    faces: [...faces],
    encode: (fonts) => {
      const content = new TextContent(fonts);
      for (const { line, setting, at } of lines) content.line(line, setting, ...at);
      return content.toString();
    },
  };
}

/** Draws the underlines or the strikethroughs of a group. */
function drawRules(
  kind: "underline" | "strike",
  group: ReadonlyArray<PlacedSegment>,
  painter: Painter,
  place: Place,
  opacity: number,
): void {
  const { style } = place;
  const filled = { ...place, style: { ...style, stroke: NO_PAINT } };
  for (const { x, y, advance, fontName } of group) {
    const { middle, thickness } = fontRules(fontName)[kind];
    const height = thickness * style.fontSize;
    const top = y - middle * style.fontSize - height / 2;
    paintPath(painter, filled, rectanglePath({ x, y: top, width: advance, height }), opacity);
  }
}
