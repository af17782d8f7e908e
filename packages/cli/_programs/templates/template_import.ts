import * as path from "node:path";

import { type FontMap, importPdfme, type PdfmeImport } from "@paraph/core/layouts";
import { labelOf } from "@paraph/core/manifests";
import { type Issue, slugFromName } from "@paraph/core/values";
import { Console, Effect, Result, type Schema } from "effect";

import { readJsonObject } from "../../json_file.ts";
import {
  type FolderFont,
  readFontFiles,
  toTemplate,
  writeNewFolder,
  WrongTemplate,
} from "../../template_folder/mod.ts";
import { plainText } from "../../terminal/plain_text.ts";
import { printJson } from "../../terminal/print.ts";
import { checkLayer, checkTemplate } from "./template_check.ts";

/** What to import, and where to. */
export interface ImportOptions {
  readonly file: string;
  readonly output: string | undefined;
  readonly fontMap: FontMap;
  readonly json: boolean;
}

/** Writes a pdfme template as a template folder; prints the changes, or fails with the reasons. */
export const importTemplate = Effect.fnUntraced(function* ({
  file,
  output,
  fontMap,
  json,
}: ImportOptions) {
  const source = yield* readJsonObject(file, "<file>");
  const { name } = path.parse(file);
  const folder = output ?? slugFromName(name, { maxLength: 60, fallback: "template" });
  const { fonts, issues } = yield* readFontFiles(folder, new Set());
  if (issues.length > 0) return yield* WrongTemplate.of(folder, issues);
  const imported = importPdfme(source, { fonts: fonts.map((font) => font.name), fontMap });
  if (Result.isFailure(imported))
    return yield* WrongTemplate.of(file, imported.failure.map(withFlag));
  const template = { ...imported.success, name: labelOf(path.basename(path.resolve(folder))) };
  yield* checkPublication(template, { file, folder, fonts });
  const written = yield* writeNewFolder(folder, template);
  const { changes } = template;
  if (json) return yield* printJson({ folder, written, changes });
  const lines = [
    `${folder}: imported from ${file}`,
    ...changes.map(({ path: place, message }) =>
      place === "" ? `  ${message}` : `  ${place}: ${message}`,
    ),
    ...written.map((each) => `  wrote ${each}`),
  ];
  return yield* Console.log(plainText(lines.join("\n")));
});

/** The option of a font is a flag. */
function withFlag({ path: place, message }: Issue): Issue {
  return { path: place.replace(/^fontMap\./, "--font-map "), message };
}

/** Fails with every reason for which a server would refuse the template. */
const checkPublication = Effect.fnUntraced(function* (
  { name, manifest, layout }: PdfmeImport & { readonly name: string },
  {
    file,
    folder,
    fonts,
  }: { readonly file: string; readonly folder: string; readonly fonts: ReadonlyArray<FolderFont> },
) {
  const fields: Schema.JsonObject = {
    name,
    manifest: JSON.parse(JSON.stringify(manifest)),
    layout,
  };
  const template = toTemplate({
    path: file,
    folder,
    fields,
    isBareLayout: false,
    fonts,
    files: [],
    place: (place) => place.replace(/^layout\./, ""),
  });
  yield* Effect.provide(checkTemplate(yield* Effect.fromResult(template)), checkLayer);
});
