import * as path from "node:path";

import type { Einvoice } from "@paraph/core/einvoices";
import type { Layout, PageConfig } from "@paraph/core/layouts";
import type { Manifest } from "@paraph/core/manifests";
import { groupIssues, type Issue, type Issues } from "@paraph/core/values";
import { Data, Effect, FileSystem, Option, Result, Schema } from "effect";

import { jsonText } from "../json_file.ts";
import { writeWhole } from "../output_file.ts";
import { isInnerPath } from "./file_reference.ts";
import { type Files, extractFiles } from "./folder_files.ts";
import { type Fingerprints, fingerprint, planPull } from "./pulled_files.ts";
import { DATA_JSON, LAYOUT_JSON, MANIFEST_JSON, TEMPLATE_JSON } from "./read_template.ts";
import { nestedSample } from "./sample_file.ts";
import { WrongTemplate } from "./wrong_template.ts";

/** Records the files of a pull, so that the next pull detects local changes. */
const PULLED_JSON = ".pulled.json";

/** The published content of a template. */
export interface PublishedContent {
  readonly slug: string;
  readonly name: string;
  readonly description: string | null;
  readonly manifest: Manifest;
  readonly layout: Layout;
  readonly pageConfig: PageConfig;
  readonly einvoice: Einvoice | null;
}

/** The result of a pull: paths in the folder. */
interface PullResult {
  readonly written: ReadonlyArray<string>;
  readonly removed: ReadonlyArray<string>;
}

/** A pull would overwrite local changes, or a folder cannot contain the template. */
class PullRefused extends Data.TaggedError("pull_refused")<{
  readonly message: string;
  readonly issues: Issues;
}> {
  static because(message: string, issues: ReadonlyArray<Issue>): PullRefused {
    return new PullRefused({ message, issues: groupIssues(issues) });
  }
}

/** A template's parts: the fields of `template.json`, its manifest and its layout. */
interface TemplateParts {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly manifest: Manifest;
  readonly layout: Layout;
}

/** The files of a template's folder; the file that refers to the others is last. */
function templateFiles({
  fields,
  manifest,
  layout: wholeLayout,
}: TemplateParts): Result.Result<Files, ReadonlyArray<Issue>> {
  return Result.map(extractFiles(wholeLayout), ({ layout, files }) => {
    const texts = { [MANIFEST_JSON]: manifest, [LAYOUT_JSON]: layout, [TEMPLATE_JSON]: fields };
    const encoder = new TextEncoder();
    return new Map([
      ...files,
      ...Object.entries(texts).map(
        ([path, value]) => [path, encoder.encode(jsonText(value))] as const,
      ),
    ]);
  });
}

/**
 * Writes a template into a folder. Keeps local changes since the last pull unless `force` is set, and removes
 * only files of an earlier pull. Adds sample data if there is no data yet.
 */
export const writeFolder = Effect.fnUntraced(function* (
  folder: string,
  content: PublishedContent,
  { force }: { readonly force: boolean },
) {
  const fs = yield* FileSystem.FileSystem;
  const { slug, name, description, pageConfig, einvoice } = content;
  const fields = {
    slug,
    name,
    ...(description === null ? {} : { description }),
    pageConfig,
    ...(einvoice === null ? {} : { einvoice }),
  };
  const files = templateFiles({ fields, manifest: content.manifest, layout: content.layout });
  if (Result.isFailure(files)) {
    const issues = files.failure.map((issue) => ({ ...issue, path: `layout.${issue.path}` }));
    return yield* PullRefused.because("The template cannot be stored in a folder", issues);
  }
  const incoming = files.success;
  const lastPull = yield* readPullRecord(folder);
  const local = yield* fingerprintsOf(folder, [...incoming.keys(), ...Object.keys(lastPull)]);
  const plan = planPull(incoming, local, lastPull);
  if (plan.conflicts.length > 0 && !force) {
    const message = `${folder} has local changes since the last pull; --force overwrites`;
    return yield* PullRefused.because(
      message,
      plan.conflicts.map((file) => ({ path: "", message: file })),
    );
  }
  yield* fs.makeDirectory(folder, { recursive: true });
  for (const [file, bytes] of plan.write) yield* writeInside(folder, file, bytes);
  for (const file of plan.remove) {
    yield* requireInside(folder, file);
    yield* fs.remove(path.join(folder, file));
  }
  yield* recordPull(folder, incoming);
  const sample = (yield* fs.exists(path.join(folder, DATA_JSON)))
    ? []
    : yield* writeSample(folder, content.manifest);
  const result: PullResult = { written: [...plan.write.keys(), ...sample], removed: plan.remove };
  return result;
});

/** A template that has not been published. */
interface NewTemplate {
  readonly name: string;
  readonly manifest: Manifest;
  readonly layout: Layout;
  readonly data: Schema.JsonObject;
}

/** A folder already has a template. */
class FolderTaken extends Data.TaggedError("folder_taken")<{ readonly message: string }> {}

/** Writes a new template and its data into a folder. Returns the paths of the written files. */
export const writeNewFolder = Effect.fnUntraced(function* (
  folder: string,
  { name, manifest, layout, data }: NewTemplate,
) {
  const files = templateFiles({ fields: { name }, manifest, layout });
  if (Result.isFailure(files)) return yield* WrongTemplate.of(folder, files.failure);
  const dataFile = new TextEncoder().encode(jsonText(data));
  return yield* writeNewFiles(folder, new Map([[DATA_JSON, dataFile], ...files.success]));
});

/**
 * Writes files into a folder, which may have other files, such as fonts. Fails if one of them exists. Returns
 * the paths of the written files.
 */
export const writeNewFiles = Effect.fnUntraced(function* (folder: string, files: Files) {
  const fs = yield* FileSystem.FileSystem;
  for (const file of files.keys()) {
    if (!(yield* fs.exists(path.join(folder, file)))) continue;
    const message = `${path.join(folder, file)} exists; choose another folder`;
    return yield* new FolderTaken({ message });
  }
  yield* fs.makeDirectory(folder, { recursive: true });
  for (const [file, bytes] of files) yield* writeInside(folder, file, bytes);
  return [...files.keys()];
});

/** Records after a push that a folder equals the published template, if the folder was pulled before. */
export const updatePullRecord = Effect.fnUntraced(function* (
  folder: string,
  files: ReadonlyArray<string>,
) {
  const lastPull = yield* readPullRecord(folder);
  if (Object.keys(lastPull).length === 0) return;
  const inner = files.map((file) => path.relative(folder, file).replaceAll(path.sep, "/"));
  yield* writePullRecord(folder, { ...lastPull, ...(yield* fingerprintsOf(folder, inner)) });
});

const writeSample = Effect.fnUntraced(function* (folder: string, manifest: Manifest) {
  const bytes = new TextEncoder().encode(jsonText(nestedSample(manifest)));
  yield* writeInside(folder, DATA_JSON, bytes);
  return [DATA_JSON];
});

const PullRecord = Schema.fromJsonString(
  Schema.Struct({ files: Schema.Record(Schema.String, Schema.String) }),
);

/** The files of the last pull; none if the record cannot be read. */
const readPullRecord = Effect.fnUntraced(function* (folder: string) {
  const fs = yield* FileSystem.FileSystem;
  const record = yield* fs.readFileString(path.join(folder, PULLED_JSON)).pipe(
    Effect.flatMap(Schema.decodeEffect(PullRecord)),
    Effect.map(({ files }): Fingerprints => files),
    Effect.option,
  );
  return Option.getOrElse(record, (): Fingerprints => ({}));
});

function recordPull(folder: string, files: Files) {
  const checksums = [...files].map(([file, bytes]) => [file, fingerprint(bytes)] as const);
  return writePullRecord(folder, Object.fromEntries(checksums));
}

function writePullRecord(folder: string, checksums: Fingerprints) {
  const entries = Object.entries(checksums).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const text = jsonText({ files: Object.fromEntries(entries) });
  return writeInside(folder, PULLED_JSON, new TextEncoder().encode(text));
}

/** The SHA-256 of those files that exist. */
const fingerprintsOf = Effect.fnUntraced(function* (folder: string, files: ReadonlyArray<string>) {
  const fs = yield* FileSystem.FileSystem;
  const checksums: Record<string, string> = {};
  for (const file of files.filter(isInnerPath)) {
    const target = path.join(folder, file);
    if (!(yield* fs.exists(target))) continue;
    checksums[file] = fingerprint(yield* fs.readFile(target));
  }
  return checksums;
});

/** Writes a file of a folder unless its content is already the same. */
const writeInside = Effect.fnUntraced(function* (folder: string, file: string, bytes: Uint8Array) {
  const fs = yield* FileSystem.FileSystem;
  yield* fs.makeDirectory(path.dirname(path.join(folder, file)), { recursive: true });
  yield* requireInside(folder, file);
  yield* writeWhole(path.join(folder, file), bytes);
});

/** Fails if a link leads out of the folder. */
const requireInside = Effect.fnUntraced(function* (folder: string, file: string) {
  const fs = yield* FileSystem.FileSystem;
  const home = yield* fs.realPath(folder);
  const target = path.join(folder, file);
  const place = (yield* fs.exists(target))
    ? yield* fs.realPath(target)
    : path.join(yield* fs.realPath(path.dirname(target)), path.basename(target));
  const isInside = place.startsWith(home.endsWith(path.sep) ? home : home + path.sep);
  const outside = PullRefused.because(`${target} leads out of the folder`, []);
  return isInside ? undefined : yield* outside;
});
