import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Raster } from "../rendering/raster.ts";
import { readWith } from "./outside_tool.ts";

/** The picture of a page. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly isInk: (x: number, y: number) => boolean;
}

/** A rectangle on a page, in percent of its size. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Converts a raster to a picture. */
export function pictureOf({ width, height, grey }: Raster): Picture {
  return { width, height, isInk: (x, y) => (grey[y * width + x] ?? 255) < 200 };
}

/** Renders every page with poppler; `undefined` if it is not installed. */
export function renderWithPoppler(
  pdf: Uint8Array,
  dpi: number,
): ReadonlyArray<Picture> | undefined {
  const folder = mkdtempSync(join(tmpdir(), "paraph-pictures-"));
  try {
    const file = join(folder, "document.pdf");
    writeFileSync(file, pdf);
    const outputPrefix = join(folder, "page");
    const result = readWith("pdftoppm", ["-r", `${dpi}`, "-cropbox", "-gray", file, outputPrefix]);
    if (result === undefined) return undefined;
    const pages = readdirSync(folder).filter((name) => name.endsWith(".pgm"));
    return pages.toSorted().map((name) => pictureOf(greyMap(readFileSync(join(folder, name)))));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A picture in shades of grey: a text header of three words, then a byte per pixel. */
function greyMap(pgm: Buffer): Raster {
  const head = /^P5\s+(\d+)\s+(\d+)\s+\d+\s/.exec(pgm.toString("latin1", 0, 50));
  const [length, width, height] = [head?.[0].length ?? 0, Number(head?.[1]), Number(head?.[2])];
  return { width, height, grey: pgm.subarray(length) };
}

/** The number of ink pixels in each place, and outside of all. */
export function inkIn({ width, height, isInk }: Picture, places: ReadonlyArray<Place>) {
  const inside = places.map(() => 0);
  let outside = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isInk(x, y)) continue;
      const index = places.findIndex((place) => {
        const [left, top] = [(place.x / 100) * width, (place.y / 100) * height];
        const [right, bottom] = [
          left + (place.width / 100) * width,
          top + (place.height / 100) * height,
        ];
        return x >= left - 1 && x <= right + 1 && y >= top - 1 && y <= bottom + 1;
      });
      if (index === -1) outside += 1;
      else inside[index] = (inside[index] ?? 0) + 1;
    }
  }
  return { inside, outside };
}

/** The share of a picture's ink that has ink of another one on its pixel or next to it. */
export function coveredInk({ width, height, isInk }: Picture, other: Picture): number {
  let [ink, covered] = [0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isInk(x, y)) continue;
      ink += 1;
      const near = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => [x + right, y + down]));
      if (near.some(([column = 0, row = 0]) => other.isInk(column, row))) covered += 1;
    }
  }
  return covered / ink;
}

/** The ink of a picture that another picture of the same page lacks. */
export function inkAdded(after: Picture, before: Picture): Picture {
  return { ...after, isInk: (x, y) => after.isInk(x, y) && !before.isInk(x, y) };
}
