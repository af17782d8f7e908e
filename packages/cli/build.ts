import { readFile } from "node:fs/promises";
import { join } from "node:path";

import type { Build } from "@paraph/build";

import { buildFront } from "./_front/build_front.ts";
import { galleryFolder, galleryNames } from "./_programs/gallery.ts";
import { DATA_JSON, TEMPLATE_JSON } from "./template_folder/mod.ts";

/** The builds of a published package: folders below `built`. */
export const builds: Readonly<Record<string, () => Promise<Build>>> = {
  front: buildFront,
  ...Object.fromEntries(
    galleryNames().map((name) => [`gallery/${name}`, () => copyTemplate(galleryFolder(name))]),
  ),
};

/** A template of the gallery without its picture. */
async function copyTemplate(folder: string): Promise<Build> {
  const sources = [TEMPLATE_JSON, DATA_JSON].map((name) => join(folder, name));
  const files = sources.map(async (path) => ({ path, contents: await readFile(path) }));
  return { files: await Promise.all(files), sources };
}
