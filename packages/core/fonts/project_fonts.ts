import { Effect } from "effect";

import { BlobStore } from "../blobs/mod.ts";
import type { ProjectId } from "../values/mod.ts";
import type { FileFace, LoadableFace } from "./font_file.ts";
import type { FontFacts } from "./font_reader.ts";
import { FontStore, type StoredFont, type StoredInstance } from "./font_store.ts";

/** Loads the fonts that layouts of a project can use, and the files of published versions. */
export const projectFonts = Effect.gen(function* () {
  const store = yield* FontStore;
  const blobs = yield* BlobStore;

  /** Faces whose files are loaded from the blob store. */
  const loadable = (faces: ReadonlyArray<FileFace>): ReadonlyArray<LoadableFace> =>
    faces.map((face) => ({ ...face, load: blobs.read(face.file.id) }));

  /**
   * All faces of a project: its fonts, and the named instances of variable ones. Their files are retained for
   * an hour, in case a font is removed before a version refers to its file.
   */
  const facesOf = Effect.fnUntraced(function* (project: ProjectId) {
    const fonts = yield* store.list(project);
    const existing = yield* blobs.retain([...new Set(fonts.map(({ sha256 }) => sha256))]);
    return loadable(allFaces(fonts.filter(({ sha256 }) => existing.has(sha256))));
  });

  return { loadable, facesOf };
});

/** A font, its file and its named instances. */
export type FontOfFile = Pick<
  StoredFont,
  "name" | "family" | "style" | "weight" | "sha256" | "byteSize" | "instances"
>;

/** The named instances of a variable font by their `fontName`, such as `Brand-LightItalic`. */
export function namedInstances(
  name: string,
  { instances }: Pick<FontFacts, "instances">,
): ReadonlyArray<StoredInstance> {
  return instances.map((instance) => ({
    ...instance,
    name: `${name}-${instance.name.replaceAll(/\s+/g, "")}`,
  }));
}

/** The faces of fonts. A font takes precedence over an instance of the same name. */
export function allFaces(fonts: ReadonlyArray<FontOfFile>): ReadonlyArray<FileFace> {
  const names = new Set(fonts.map(({ name }) => name));
  return fonts.flatMap(({ name, family, style, weight, sha256, byteSize, instances }) => {
    const file = { id: sha256, byteSize };
    const own: FileFace = { name, family, style, weight, file, coordinates: {} };
    return [
      own,
      ...instances
        .filter((instance) => !names.has(instance.name))
        .map((instance) => ({ ...instance, family, file })),
    ];
  });
}
