import { precise } from "../../write/content.ts";
import { type Path, pathBox, pathOperators } from "../geometry/path.ts";
import type { LazyBox, Painter, Place } from "../painter.ts";
import type { Style } from "../style/style.ts";
import type { Colour, Paint } from "../style/values.ts";
import { numberFormat } from "./canvas.ts";
import { gradientPaint, isGradient } from "./gradient.ts";
import { isPattern, patternPaint } from "./pattern.ts";

/** A paint of a shape, resolved: a colour or a pattern, its opacity, and the soft mask of a gradient. */
interface ResolvedPaint {
  readonly operands: string;
  readonly isPattern: boolean;
  readonly opacity: number;
  readonly mask: string | undefined;
}

/** How a shape is painted. */
export interface Paints {
  readonly fill: ResolvedPaint | undefined;
  readonly stroke: ResolvedPaint | undefined;
}

const WHITE: ResolvedPaint = { operands: "1 1 1", isPattern: false, opacity: 1, mask: undefined };

/** Resolves the paints of a shape or of text. */
export function paintsOf(painter: Painter, place: Place, box: LazyBox, opacity = 1): Paints {
  const { style, isClip } = place;
  if (!style.isVisible) return { fill: undefined, stroke: undefined };
  if (isClip) return { fill: WHITE, stroke: undefined };
  const resolve = (paint: Paint, own: number) =>
    resolvePaint(painter, place, paint, own * opacity, box);
  return {
    fill: resolve(style.fill, style.fillOpacity),
    stroke: style.strokeWidth > 0 ? resolve(style.stroke, style.strokeOpacity) : undefined,
  };
}

/** Whether an element has a fill and a stroke, which overlap. */
export function hasTwoPaints({ fill, stroke, strokeWidth }: Style): boolean {
  return fill.kind !== "none" && stroke.kind !== "none" && strokeWidth > 0;
}

function resolvePaint(
  painter: Painter,
  place: Place,
  paint: Paint,
  opacity: number,
  box: LazyBox,
): ResolvedPaint | undefined {
  if (paint.kind === "none" || opacity <= 0) return undefined;
  if (paint.kind === "colour") return solid(paint.colour, opacity);
  const server = painter.find(paint.id);
  if (server !== undefined && isGradient(server)) {
    const gradient = gradientPaint(server, painter, place, box);
    if (gradient === undefined) return undefined;
    if (gradient.kind === "colour") return solid(gradient.colour, opacity);
    return { operands: gradient.name, isPattern: true, opacity, mask: gradient.mask };
  }
  if (server !== undefined && isPattern(server)) {
    const name = patternPaint(server, painter, place, box);
    return name === undefined
      ? undefined
      : { operands: name, isPattern: true, opacity, mask: undefined };
  }
  painter.warn(`No gradient or pattern has the id "${paint.id}"`);
  return resolvePaint(painter, place, paint.fallback, opacity, box);
}

function solid([red, green, blue, alpha]: Colour, opacity: number): ResolvedPaint | undefined {
  if (alpha <= 0) return undefined;
  const operands = [red, green, blue].map((part) => precise(Math.round(part * 4) / 1020)).join(" ");
  return { operands, isPattern: false, opacity: alpha * opacity, mask: undefined };
}

/** Paints a path with its fill and its stroke. */
export function paintPath(painter: Painter, place: Place, path: Path, opacity: number): void {
  const { style, isClip } = place;
  let box: ReturnType<LazyBox> | undefined;
  const paints = paintsOf(painter, place, () => (box ??= pathBox(path)), opacity);
  const rule = isClip ? style.clipRule : style.fillRule;
  const even = rule === "evenodd" ? "*" : "";
  const operators = pathOperators(path, numberFormat(place.scale));
  paintInOrder(place, paints, (kind) => {
    place.canvas.add(operators);
    place.canvas.add(kind === "fill" ? `f${even}\n` : kind === "stroke" ? "S\n" : `B${even}\n`);
  });
}

/** Sets the paints and paints in the order of the style; opaque fills and strokes at the same time. */
export function paintInOrder(
  place: Place,
  { fill, stroke }: Paints,
  paint: (kind: "fill" | "stroke" | "both") => void,
): void {
  const { canvas, style } = place;
  const isSimple = (each: ResolvedPaint | undefined) =>
    each !== undefined && each.mask === undefined && each.opacity >= 1;
  if (isSimple(fill) && isSimple(stroke) && !style.strokesFirst) {
    setPaint(place, "fill", fill);
    setPaint(place, "stroke", stroke);
    canvas.setOpacity(1, 1);
    paint("both");
    return;
  }
  const one = (kind: "fill" | "stroke", resolved: ResolvedPaint | undefined) => {
    if (resolved === undefined) return;
    if (resolved.mask !== undefined) {
      canvas.save();
      canvas.add(`${resolved.mask} gs\n`);
    }
    setPaint(place, kind, resolved);
    canvas.setOpacity(resolved.opacity, resolved.opacity);
    paint(kind);
    if (resolved.mask !== undefined) canvas.restore();
  };
  if (style.strokesFirst) one("stroke", stroke);
  one("fill", fill);
  if (!style.strokesFirst) one("stroke", stroke);
}

function setPaint(place: Place, kind: "fill" | "stroke", paint: ResolvedPaint | undefined): void {
  if (paint === undefined) return;
  const { canvas } = place;
  const { operands, isPattern: hasPattern } = paint;
  if (kind === "fill") {
    canvas.set(kind, hasPattern ? `/Pattern cs ${operands} scn\n` : `${operands} rg\n`);
    return;
  }
  canvas.set(kind, hasPattern ? `/Pattern CS ${operands} SCN\n` : `${operands} RG\n`);
  setStroke(place);
}

const CAPS: Readonly<Record<string, number>> = { round: 1, square: 2 };
const JOINS: Readonly<Record<string, number>> = { round: 1, bevel: 2 };

function setStroke({ canvas, style, scale }: Place): void {
  const format = numberFormat(scale);
  canvas.set("width", `${format(style.strokeWidth)} w\n`);
  canvas.set("cap", `${CAPS[style.lineCap] ?? 0} J\n`);
  canvas.set("join", `${JOINS[style.lineJoin] ?? 0} j\n`);
  canvas.set("miter", `${format(Math.max(1, style.miterLimit))} M\n`);
  canvas.set("dash", `[${format(...style.dashes)}] ${format(style.dashOffset)} d\n`);
}
