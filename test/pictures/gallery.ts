import * as fs from "node:fs";
import * as path from "node:path";

import { Effect } from "effect";

import { renderFiles, renderingServices, ROOT } from "../support/example_drawing.ts";
import { pagesOf } from "./paper.ts";
import { contactSheet } from "./pixels.ts";
import { save } from "./save.ts";

const GALLERY = "examples/gallery";

/** Renders the first page of each template of the gallery into its folder. */
export const galleryPictures = Effect.forEach(
  fs.readdirSync(path.join(ROOT, GALLERY)).toSorted(),
  (name) => {
    const folder = `${GALLERY}/${name}`;
    return Effect.map(renderFiles(`${folder}/template.json`, `${folder}/data.json`), ({ bytes }) =>
      save(`${folder}/picture.png`, contactSheet(pagesOf(bytes, { width: 640 }, 1), 16)),
    );
  },
).pipe(Effect.provide(renderingServices));
