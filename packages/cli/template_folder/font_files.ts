import * as path from "node:path";

import { FontName, MAX_FONT_BYTES } from "@paraph/core/fonts";
import { type Issue, issuesOfSchema } from "@paraph/core/values";
import { Effect, FileSystem, Result, Schema } from "effect";

import { readInside } from "./inner_file.ts";

/** The folder of the fonts of a template. */
const FONTS = "fonts";

/** A font in the folder of a template. Layouts use it by the name of its file, without the extension. */
export interface FolderFont {
  readonly name: string;
  /** The path in the folder. */
  readonly path: string;
  readonly data: Uint8Array;
}

const decodeName = Schema.decodeUnknownResult(FontName, { errors: "all" });

/**
 * Reads the fonts in the folder of a template, in the order of their names, with the problems of those that
 * cannot be read.
 *
 * @param dependencies Collects the folder and the files.
 */
export const readFontFiles = Effect.fnUntraced(function* (
  folder: string,
  dependencies: Set<string>,
) {
  const fs = yield* FileSystem.FileSystem;
  const fontsFolder = path.join(folder, FONTS);
  const names = yield* fs
    .readDirectory(fontsFolder)
    .pipe(Effect.catchTag("PlatformError", () => Effect.succeed<ReadonlyArray<string>>([])));
  if (names.length > 0) dependencies.add(fontsFolder);
  const fonts: Array<FolderFont> = [];
  const issues: Array<Issue> = [];
  for (const file of names.filter((name) => /^[^.].*\.(ttf|otf)$/i.test(name)).toSorted()) {
    const inner = `${FONTS}/${file}`;
    dependencies.add(path.join(folder, inner));
    const name = decodeName(path.parse(file).name);
    const data = yield* readInside(folder, inner, { bytes: MAX_FONT_BYTES, text: "20 MiB" });
    if (Result.isFailure(name)) {
      issues.push(
        ...issuesOfSchema(name.failure.issue).map((issue) => ({ ...issue, path: inner })),
      );
    } else if (typeof data === "string") {
      issues.push({ path: inner, message: data });
    } else {
      fonts.push({ name: name.success, path: inner, data });
    }
  }
  return { fonts, issues };
});
