import { signatureText } from "@paraph/core/signing";

import type { Line } from "../text/line.ts";
import { inkBoxOf } from "./ink_box.ts";
import { oneLine, shapeAnyText } from "./shown_text.ts";

/** How far the letters of a signature reach up and down together, at least, in parts of their size. */
const LEAST_REACH = 900;

/**
 * A typed signature: its line, and what of it fills the box that it is put into. The signing page
 * measures by the same rule. Thousandths of the font size from where the line begins, y upwards.
 */
export interface SignatureLine {
  readonly line: Line;
  readonly left: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

/** Sets a name as a signature; nothing when it leaves no ink. */
export function signatureLine(text: string): SignatureLine | undefined {
  const line = oneLine(shapeAnyText(signatureText(text), "Handwriting"));
  const ink = line === undefined ? undefined : inkBoxOf(line);
  if (line === undefined || ink === undefined) return undefined;
  const { left, bottom, right, top } = ink;
  const height = Math.max(top - bottom, LEAST_REACH);
  return { line, left, bottom, width: right - left, height };
}
