import * as path from "node:path";

import { type Layout } from "@paraph/core/layouts";
import { PublishTemplate } from "@paraph/core/templates";
import { type Issue, issuesOfSchema, Slug, unstorableParts } from "@paraph/core/values";
import { Effect, FileSystem, Predicate, Result, Schema } from "effect";

import { textOfFile } from "./file_reference.ts";
import { type Files, inlineFiles, referencesOf } from "./folder_files.ts";
import { type FolderFont, readFontFiles } from "./font_files.ts";
import { readInside } from "./inner_file.ts";
import { type JsonPlaces, readPlacedJson } from "./json_places.ts";
import { WrongTemplate } from "./wrong_template.ts";

/** The files of a template's folder. */
export const TEMPLATE_JSON = "template.json";
export const MANIFEST_JSON = "manifest.json";
export const LAYOUT_JSON = "layout.json";
export const DATA_JSON = "data.json";

/** The parts of a template that may be separate files. */
const PARTS = { manifest: MANIFEST_JSON, layout: LAYOUT_JSON } as const;
type Part = keyof typeof PARTS;

/** A template on disk. */
export interface TemplateFiles {
  /** The path that the user named. */
  readonly path: string;
  readonly folder: string;
  /** The content of `template.json`, including its parts and the files of its layout. */
  readonly fields: Schema.JsonObject;
  /** Whether it is only a layout, without a name and a manifest. */
  readonly isBareLayout: boolean;
  /** The fonts in the folder `fonts`, which are published with the template. */
  readonly fonts: ReadonlyArray<FolderFont>;
  /** Files of the template that were read, and missing ones that would be, without fonts. */
  readonly files: ReadonlyArray<string>;
  /** Maps a path in the template to its file, with line and column, and the path in that file. */
  readonly place: (path: string) => string;
}

/** A template on disk with a valid shape. */
export interface LocalTemplate extends TemplateFiles {
  /** `slug` of `template.json`, or else the name of the folder if it is a slug. */
  readonly slug: Slug | undefined;
  readonly content: PublishTemplate;
}

/**
 * * Reads a template from a folder or a JSON file, and merges separate files into it. Fails with every
 * problem of file references.
 */
export const readTemplateFiles = Effect.fnUntraced(function* (
  source: string,
  dependencies = new Set<string>(),
) {
  const fs = yield* FileSystem.FileSystem;
  dependencies.add(source);
  const isFolder = (yield* fs.stat(source)).type === "Directory";
  const main = isFolder ? path.join(source, TEMPLATE_JSON) : source;
  dependencies.add(main);
  const folder = path.dirname(main);
  const { json, places } = yield* readPlacedJson(main);
  const isBareLayout = Object.hasOwn(json, "basePdf");
  const own: Schema.JsonObject = isBareLayout ? { layout: json } : json;
  // Parts belong to the template.json in the same folder.
  const isWhole = path.basename(main) === TEMPLATE_JSON && !isBareLayout;
  const parts: Partial<Record<Part, Schema.JsonObject>> = {};
  const partPlaces: Partial<Record<Part, JsonPlaces>> = {};
  const problems: Array<Issue> = [...places.repeatedKeys()];
  const place = (fieldPath: string) => {
    const [first = "", ...rest] = fieldPath.split(".");
    const ofPart = isPart(first) ? partPlaces[first] : undefined;
    if (ofPart !== undefined) return ofPart.placeOf(rest.join("."));
    return places.placeOf(isBareLayout && first === "layout" ? rest.join(".") : fieldPath);
  };
  for (const part of isWhole ? (["manifest", "layout"] as const) : []) {
    const file = path.join(folder, PARTS[part]);
    dependencies.add(file);
    if (!(yield* fs.exists(file))) continue;
    if (Object.hasOwn(own, part)) {
      const message = `Is also in ${PARTS[part]}; remove one of them`;
      problems.push({ path: places.placeOf(part), message });
      continue;
    }
    const read = yield* readPlacedJson(file);
    parts[part] = read.json;
    partPlaces[part] = read.places;
    problems.push(...read.places.repeatedKeys());
  }
  const fields: Schema.JsonObject = Object.fromEntries([
    ...Object.entries(own),
    ...Object.entries(parts),
  ]);
  const { layout } = fields;
  const references = isLayout(layout)
    ? yield* readReferences(folder, layout, dependencies)
    : { contents: NO_FILES, issues: [] };
  problems.push(
    ...references.issues.map(({ path: fieldPath, message }) => ({
      path: place(`layout.${fieldPath}`),
      message,
    })),
  );
  const files = [...dependencies];
  const { fonts, issues } = yield* readFontFiles(folder, dependencies);
  problems.push(...issues);
  if (problems.length > 0) return yield* WrongTemplate.of(source, problems);
  const template: TemplateFiles = {
    path: source,
    folder,
    fields: isLayout(layout)
      ? withLayout(fields, inlineFiles(layout, references.contents))
      : fields,
    isBareLayout,
    fonts,
    files,
    place,
  };
  return template;
});

/** Reads a template and checks its shape. Fails with all problems at once. */
export const readTemplate = Effect.fnUntraced(function* (source: string) {
  return yield* Effect.fromResult(toTemplate(yield* readTemplateFiles(source)));
});

/** Decodes a template's files into the form for publishing. */
export function toTemplate(files: TemplateFiles): Result.Result<LocalTemplate, WrongTemplate> {
  const fail = (issues: ReadonlyArray<Issue>) =>
    Result.fail(
      WrongTemplate.of(
        files.path,
        issues.map((issue) => ({ ...issue, path: files.place(issue.path) })),
      ),
    );
  const unstorable = unstorableParts(files.fields);
  if (unstorable.length > 0) return fail(unstorable);
  const { slug, ...fields } = files.fields;
  const content = decodeContent(fields, { errors: "all" });
  const slugResult = slug === undefined ? folderSlug(files.folder) : decodeSlug(slug);
  const problems = [
    ...(Result.isFailure(content) ? issuesOfSchema(content.failure.issue) : []),
    ...(Result.isFailure(slugResult)
      ? issuesOfSchema(slugResult.failure.issue).map((issue) => ({ ...issue, path: "slug" }))
      : []),
  ];
  if (Result.isSuccess(content) && Result.isSuccess(slugResult))
    return Result.succeed({ ...files, slug: slugResult.success, content: content.success });
  return fail(problems);
}

const decodeContent = Schema.decodeUnknownResult(PublishTemplate);
const decodeSlug = Schema.decodeUnknownResult(Slug);

/** The name of a folder is the template's slug if it is a valid slug. */
function folderSlug(folder: string): Result.Result<Slug | undefined> {
  const slug = decodeSlug(path.basename(path.resolve(folder)));
  return Result.succeed(Result.getOrUndefined(slug));
}

const NO_FILES: Files = new Map();

/** The readable files that a layout refers to. */
const readReferences = Effect.fnUntraced(function* (
  folder: string,
  layout: Layout,
  dependencies: Set<string>,
) {
  const references = referencesOf(layout);
  if (Result.isFailure(references)) return { contents: NO_FILES, issues: references.failure };
  const contents = new Map<string, Uint8Array>();
  const issues: Array<Issue> = [];
  for (const { slot, path: name } of references.success) {
    dependencies.add(path.join(folder, name));
    const read = contents.get(name) ?? (yield* readInside(folder, name));
    if (typeof read === "string") {
      issues.push({ path: slot.path, message: `${name}: ${read}` });
    } else if (textOfFile(name, read, slot.kind) === undefined) {
      issues.push({ path: slot.path, message: `${name}: is not text in UTF-8` });
    } else contents.set(name, read);
  }
  return { contents, issues };
});

function withLayout(fields: Schema.JsonObject, layout: Layout): Schema.JsonObject {
  const others = Object.entries(fields).filter(([key]) => key !== "layout");
  return Object.fromEntries([...others, ["layout", layout]]);
}

function isPart(name: string): name is Part {
  return Object.hasOwn(PARTS, name);
}

function isLayout(value: Schema.Json | undefined): value is Layout {
  return Predicate.isObject(value);
}
