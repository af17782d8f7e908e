import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import type { Build } from "@paraph/build";

import { buildPages } from "./kit/build/build_pages.ts";
import { PDFJS, PDFJS_FOLDERS, PDFJS_WORKER } from "./kit/build/pdfjs_folder.ts";
import { joinGallery, STARTERS } from "./kit/build/starters.ts";

/** The prebuilt parts of the published package, by their folder below `built`. */
export const builds: Readonly<Record<string, () => Promise<Build>>> = {
  pages: buildPages,
  starters: async () => ({ files: [{ path: STARTERS, contents: joinGallery() }], sources: [] }),
  // Only those files of pdf.js that are served.
  pdfjs: () => copies(["package.json", "LICENSE"], PDFJS),
  [`pdfjs/${dirname(PDFJS_WORKER)}`]: () =>
    copies([basename(PDFJS_WORKER)], join(PDFJS, dirname(PDFJS_WORKER))),
  ...Object.fromEntries(
    PDFJS_FOLDERS.map((folder) => [
      `pdfjs/${folder}`,
      async () => copies(await readdir(join(PDFJS, folder)), join(PDFJS, folder)),
    ]),
  ),
};

/** Copies files of a folder unchanged. */
async function copies(names: ReadonlyArray<string>, folder: string): Promise<Build> {
  const sources = names.map((name) => join(folder, name));
  const files = sources.map(async (path) => ({ path, contents: await readFile(path) }));
  return { files: await Promise.all(files), sources };
}
