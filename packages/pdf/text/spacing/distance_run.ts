import type { Face } from "../../fonts/faces.ts";
import { shapedRun, type ShapedRun } from "../run.ts";

/** A distance without a character, in thousandths of the font size. */
export function distanceRun(face: Face, width: number): ShapedRun {
  return { ...shapedRun(face, []), width, isKerned: true };
}
