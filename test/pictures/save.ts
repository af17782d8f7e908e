import * as fs from "node:fs";
import * as path from "node:path";

import { ROOT } from "../support/example_drawing.ts";
import { reduceColours } from "./palette.ts";
import type { Pixels } from "./pixels.ts";
import { pngOf } from "./png.ts";

/** Writes a picture as a PNG with few colours, and prints its size. */
export function save(file: string, pixels: Pixels, colours = 48): void {
  const png = pngOf(reduceColours(pixels, colours));
  const target = path.join(ROOT, file);
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, png);
  const size = `${pixels.width} × ${pixels.height}, ${Math.ceil(png.length / 1024)} kB`;
  process.stdout.write(`${file}: ${size}\n`);
}
