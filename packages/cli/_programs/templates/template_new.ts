import * as path from "node:path";

import { Console, Effect, FileSystem, Option } from "effect";

import {
  DATA_JSON,
  readTemplate,
  TEMPLATE_JSON,
  writeNewFiles,
} from "../../template_folder/mod.ts";
import { WrongUsage } from "../../terminal/failure.ts";
import { plainText } from "../../terminal/plain_text.ts";
import { printJson, printTable } from "../../terminal/print.ts";
import { galleryFolder, galleryNames } from "../gallery.ts";

/** The folder of a new template, and the template of the gallery that it begins with. */
export interface NewTemplateOptions {
  readonly folder: Option.Option<string>;
  /** By default the template with the name of the folder. */
  readonly from: Option.Option<string>;
  readonly json: boolean;
}

/** Writes a template of the gallery and its sample data into a new folder. */
export const newTemplate = Effect.fnUntraced(function* (options: NewTemplateOptions) {
  const names = galleryNames();
  const allowed = `allowed: ${names.join(", ")}`;
  const folder = Option.getOrUndefined(options.folder);
  if (folder === undefined) {
    return yield* new WrongUsage({
      message: `<folder> is missing; name a folder, or list the templates with --list`,
    });
  }
  const from = Option.getOrElse(options.from, () => path.basename(path.resolve(folder)));
  if (!names.includes(from)) {
    const message = Option.isSome(options.from)
      ? `--from ${from} is not a template of the gallery; ${allowed}`
      : `--from is missing, and no template of the gallery is named ${from}; ${allowed}`;
    return yield* new WrongUsage({ message });
  }
  const written = yield* writeNewFiles(folder, yield* templateFiles(galleryFolder(from)));
  if (options.json) return yield* printJson({ folder, from, written });
  const lines = [
    `${folder}: created from the template ${from}`,
    ...written.map((file) => `  wrote ${file}`),
    "",
    `Next: paraph template preview ${folder}`,
  ];
  return yield* Console.log(plainText(lines.join("\n")));
});

/** Prints the names of the gallery's templates, and what they are. */
export const listGallery = Effect.fnUntraced(function* ({
  folder,
  from,
  json,
}: NewTemplateOptions) {
  if (Option.isSome(folder) || Option.isSome(from)) {
    return yield* new WrongUsage({
      message: `--list writes no folder; leave out <folder> and --from, or leave out --list`,
    });
  }
  const templates = yield* Effect.forEach(galleryNames(), (name) =>
    Effect.map(readTemplate(galleryFolder(name)), ({ content: { description } }) => ({
      template: name,
      description,
    })),
  );
  return yield* printTable(templates, ["template", "description"], json);
});

/** The files of a template of the gallery, by name. */
const templateFiles = Effect.fnUntraced(function* (source: string) {
  const fs = yield* FileSystem.FileSystem;
  const names = [DATA_JSON, TEMPLATE_JSON];
  const contents = yield* Effect.forEach(names, (name) => fs.readFile(path.join(source, name)));
  return new Map(names.map((name, index) => [name, contents[index] ?? new Uint8Array()]));
});
