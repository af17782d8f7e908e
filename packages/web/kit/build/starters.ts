import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { Effect } from "effect";

import { PREBUILT_DIR } from "./built_files.ts";
import { PACKAGE } from "./package_files.ts";

/** The templates that the builder offers as a start. */
export interface Starters {
  /** Changes with the content. */
  readonly name: string;
  readonly bytes: Effect.Effect<Uint8Array>;
}

/** The output file of the build. */
export const STARTERS = "starters.json";

const GALLERY = join(PACKAGE, "../../examples/gallery");

/** The templates of the gallery with their data and a picture: prebuilt, or read from the checkout. */
export const starters: Effect.Effect<Starters> = Effect.sync(() => {
  const prebuilt = join(PREBUILT_DIR, "starters", STARTERS);
  const bytes = existsSync(prebuilt) ? readFileSync(prebuilt) : joinGallery();
  const digest = createHash("sha256").update(bytes).digest("hex").slice(0, 10);
  return { name: `starters-${digest}.json`, bytes: Effect.succeed(bytes) };
});

/** Joins the templates of the gallery to one file. */
export function joinGallery(): Uint8Array {
  const read = (folder: string, file: string): Readonly<Record<string, unknown>> =>
    JSON.parse(readFileSync(join(GALLERY, folder, file), "utf8"));
  const templates = readdirSync(GALLERY)
    .toSorted()
    .map((folder) => {
      const { name, description, manifest, layout } = read(folder, "template.json");
      const picture = readFileSync(join(GALLERY, folder, "picture.png")).toString("base64");
      return {
        name,
        description,
        manifest,
        layout,
        data: read(folder, "data.json"),
        picture: `data:image/png;base64,${picture}`,
      };
    });
  return new TextEncoder().encode(JSON.stringify(templates));
}
