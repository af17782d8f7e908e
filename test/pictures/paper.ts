import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { readWith } from "../support/outside_tool.ts";
import { type Pixels, pixelMap } from "./pixels.ts";

/** The width of each page in pixels, or the pixels to a millimetre for pages of different sizes. */
export type PageScale = { readonly width: number } | { readonly millimetres: number };

/** The pages of a document rendered by poppler, from `first` to `last`. */
export function pagesOf(
  pdf: Uint8Array,
  scale: PageScale,
  last?: number,
  first = 1,
): ReadonlyArray<Pixels> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-pictures-"));
  try {
    const file = path.join(folder, "document.pdf");
    fs.writeFileSync(file, pdf);
    const size =
      "width" in scale
        ? ["-scale-to-x", `${scale.width}`, "-scale-to-y", "-1"]
        : ["-r", `${scale.millimetres * 25.4}`];
    const range = ["-f", `${first}`, ...(last === undefined ? [] : ["-l", `${last}`])];
    if (readWith("pdftoppm", [...size, ...range, file, path.join(folder, "page")]) === undefined)
      throw new Error("Pictures need pdftoppm of poppler");
    const pages = fs.readdirSync(folder).filter((name) => name.endsWith(".ppm"));
    return pages.toSorted().map((name) => pixelMap(fs.readFileSync(path.join(folder, name))));
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}
