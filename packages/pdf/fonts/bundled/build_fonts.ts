import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename } from "node:path";

import type { Build } from "@paraph/build";

import { FONT_FILES } from "./font_files.ts";

const require = createRequire(import.meta.url);

/** Copies the files of the bundled fonts. Their packages have more than four times as many bytes of other weights. */
export async function buildFonts(): Promise<Build> {
  const sources = Object.values(FONT_FILES).map((file) => require.resolve(file));
  const files = await Promise.all(
    sources.map(async (path) => ({ path: basename(path), contents: await readFile(path) })),
  );
  return { files, sources };
}
