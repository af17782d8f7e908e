import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const prebuiltFolder = fileURLToPath(new URL("../built/gallery/", import.meta.url));

/** The folder of the gallery, with a folder for each template. A published package contains a copy. */
const GALLERY = existsSync(prebuiltFolder)
  ? prebuiltFolder
  : fileURLToPath(new URL("../../../examples/gallery/", import.meta.url));

/** The folder of a template of the gallery. */
export function galleryFolder(name: string): string {
  return join(GALLERY, name);
}

/** The names of the templates of the gallery, in alphabetical order. */
export function galleryNames(): ReadonlyArray<string> {
  return readdirSync(GALLERY).toSorted();
}

/** The folder of the example invoice. */
export const INVOICE = galleryFolder("invoice");
