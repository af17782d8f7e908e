import * as fs from "node:fs";
import * as path from "node:path";

import { ROOT } from "../support/example_drawing.ts";
import { reduceColours } from "./palette.ts";
import { isSamePicture, type Pixels } from "./pixels.ts";
import { pixelsOf, pngOf, readIndexedPng } from "./png.ts";

/**
 * Writes a picture as a PNG with few colours, and prints its size. A file with the same pixels stays as it is: other
 * releases of Node compress them differently.
 */
export function save(file: string, pixels: Pixels, colours = 48): void {
  const picture = reduceColours(pixels, colours);
  const target = path.join(ROOT, file);
  if (isUnchanged(target, pixelsOf(picture))) {
    process.stdout.write(`${file}: unchanged\n`);
    return;
  }
  const png = pngOf(picture);
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, png);
  const size = `${pixels.width} × ${pixels.height}, ${Math.ceil(png.length / 1024)} kB`;
  process.stdout.write(`${file}: ${size}\n`);
}

function isUnchanged(file: string, pixels: Pixels): boolean {
  const saved = fs.existsSync(file) ? readIndexedPng(fs.readFileSync(file)) : undefined;
  return saved !== undefined && isSamePicture(saved, pixels);
}
