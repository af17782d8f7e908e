import { UnsupportedDrawing } from "../../permanent_render_error.ts";
import { numbersOf } from "../style/values.ts";
import type { Box, Matrix } from "./matrix.ts";

/** Reads a `viewBox`; undefined without one. Fails if it has no area. */
export function viewBoxOf(text: string | undefined): Box | undefined {
  if (text === undefined || text.trim() === "") return undefined;
  const [x, y, width, height] = numbersOf(text);
  if (x === undefined || y === undefined || width === undefined || height === undefined)
    throw new UnsupportedDrawing("Its viewBox needs four numbers");
  if (width <= 0 || height <= 0) throw new UnsupportedDrawing("Its viewBox has no area");
  return { x, y, width, height };
}

/** The transform that fits a view box into a viewport at the origin, by `preserveAspectRatio`. */
export function fitMatrix(
  view: Box,
  { width, height }: Pick<Box, "width" | "height">,
  preserveAspectRatio = "",
): Matrix {
  const [across, down] = [width / view.width, height / view.height];
  const ratio = preserveAspectRatio.replace(/^\s*defer\s+/, "").trim();
  if (ratio.startsWith("none")) return [across, 0, 0, down, -view.x * across, -view.y * down];
  const scale = /\bslice\b/.test(ratio) ? Math.max(across, down) : Math.min(across, down);
  const [, alignX = "Mid", alignY = "Mid"] = /^x(Min|Mid|Max)Y(Min|Mid|Max)/.exec(ratio) ?? [];
  const left = (width - view.width * scale) * shareOf(alignX);
  const top = (height - view.height * scale) * shareOf(alignY);
  return [scale, 0, 0, scale, left - view.x * scale, top - view.y * scale];
}

function shareOf(alignment: string): number {
  return alignment === "Min" ? 0 : alignment === "Max" ? 1 : 0.5;
}
