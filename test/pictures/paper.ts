import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { readWith } from "../support/outside_tool.ts";
import { type Pixels, pixelMap } from "./pixels.ts";

/** The pages of a document rendered by poppler, each this many pixels wide. */
export function pagesOf(
  pdf: Uint8Array,
  width: number,
  last = Number.MAX_SAFE_INTEGER,
): ReadonlyArray<Pixels> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-pictures-"));
  try {
    const file = path.join(folder, "document.pdf");
    fs.writeFileSync(file, pdf);
    const size = ["-scale-to-x", `${width}`, "-scale-to-y", "-1"];
    if (readWith("pdftoppm", [...size, file, path.join(folder, "page")]) === undefined)
      throw new Error("Pictures need pdftoppm of poppler");
    const pages = fs.readdirSync(folder).filter((name) => name.endsWith(".ppm"));
    return pages
      .toSorted()
      .slice(0, last)
      .map((name) => pixelMap(fs.readFileSync(path.join(folder, name))));
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}
