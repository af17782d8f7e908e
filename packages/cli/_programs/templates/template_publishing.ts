import { createHash } from "node:crypto";

import { Slug } from "@paraph/core/values";
import { Console, Data, Effect, FileSystem, Option, Result, Schema } from "effect";

import { inputNames } from "../../input_names.ts";
import {
  asSent,
  type Difference,
  differenceLine,
  differences,
  type LocalTemplate,
  updatePullRecord,
  publishedForm,
  readTemplate,
  writeFolder,
} from "../../template_folder/mod.ts";
import { CallFailed, withHints } from "../../terminal/failure.ts";
import { plainText } from "../../terminal/plain_text.ts";
import { printJson, printRecord } from "../../terminal/print.ts";
import { callServer } from "../client.ts";
import { comparison, type PublishedVersion, publishedOf } from "./published_version.ts";
import { checkLayer, checkTemplate } from "./template_check.ts";

/** A template has no slug. */
class NoSlug extends Data.TaggedError("no_slug")<{ readonly message: string }> {}

/** A template differs from the published one; the differences have been printed. */
class Differs extends Data.TaggedError("differs")<{ readonly message: string }> {}

/** A template has no published version. */
class NoPublishedVersion extends Data.TaggedError("no_published_version")<{
  readonly message: string;
}> {}

/** Which template on disk, and under which slug. */
export interface Target {
  readonly path: string;
  readonly slug: Option.Option<string>;
  readonly json: boolean;
}

/** Publishes a template on disk unless it is already published; prints slug and version. */
export const push = Effect.fnUntraced(function* ({
  path,
  slug: slugFlag,
  force,
  idempotencyKey,
  json,
}: Target & {
  readonly force: boolean;
  readonly idempotencyKey: { readonly idempotencyKey?: string };
}) {
  const local = yield* readTemplate(path);
  const slug = yield* slugOf(local, slugFlag);
  yield* Effect.provide(checkTemplate(local), checkLayer);
  const current = yield* currentOf(slug);
  const newFonts = yield* fontChanges(local);
  yield* pushFonts(newFonts.map(({ font }) => font));
  const isSame =
    newFonts.length === 0 &&
    current !== undefined &&
    comparison(current, local.content).length === 0;
  const versionNumber =
    isSame && !force
      ? current.versionNumber
      : (yield* callServer(
          "project",
          ({ templates }) => templates.publish(slug, local.content, idempotencyKey),
          (field) => (field === "idempotencyKey" ? "--idempotency-key" : local.place(field)),
        )).currentVersionNumber;
  yield* updatePullRecord(local.folder, local.files);
  const isNew = versionNumber !== current?.versionNumber;
  if (json) return yield* printRecord({ slug, versionNumber, published: isNew }, true);
  return yield* Console.log(
    isNew
      ? `${slug}: published version ${versionNumber}`
      : `${slug}: unchanged, version ${versionNumber}`,
  );
});

/** The fonts in the folder of a template that the project lacks, or has with another file. */
const fontChanges = Effect.fnUntraced(function* ({ fonts: folderFonts }: LocalTemplate) {
  if (folderFonts.length === 0) return [];
  const { fonts } = yield* callServer("project", (client) => client.fonts.list());
  const stored = new Map(fonts.map(({ name, sha256 }) => [name, sha256]));
  return folderFonts.flatMap((font) => {
    const [from, to] = [stored.get(font.name), sha256Of(font.data)];
    const change: Difference = { path: font.path, ...(from === undefined ? {} : { from }), to };
    return from === to ? [] : [{ font, change }];
  });
});

const sha256Of = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Adds fonts in the folder of a template to the project. */
const pushFonts = Effect.fnUntraced(function* (newFonts: LocalTemplate["fonts"]) {
  for (const { name, path, data } of newFonts) {
    const font = { name, data: Buffer.from(data).toString("base64") };
    yield* callServer(
      "project",
      ({ fonts }) => fonts.add(font),
      inputNames({ name: path, data: path }),
    ).pipe(
      withHints({
        conflict: `\`paraph font remove "${name}"\` deletes the font of the project; published versions keep it`,
      }),
    );
  }
});

/** Prints what a push would change, and fails if that is anything. */
export const diff = Effect.fnUntraced(function* ({ path, slug: slugFlag, json }: Target) {
  const local = yield* readTemplate(path);
  const slug = yield* slugOf(local, slugFlag);
  const current = yield* currentOf(slug);
  const changes = [
    ...(current === undefined ? allOf(local) : comparison(current, local.content)),
    ...(yield* fontChanges(local)).map(({ change }) => change),
  ];
  if (json) yield* printJson(changes);
  if (changes.length === 0) return undefined;
  if (!json) yield* Console.log(plainText(changes.map(differenceLine).join("\n")));
  const what = current === undefined ? "no published version" : `version ${current.versionNumber}`;
  return yield* new Differs({
    message: `${path} differs from the published template ${slug} (${what})`,
  });
});

/** Writes a published template into a folder; prints which files changed. */
export const pull = Effect.fnUntraced(function* (options: {
  readonly slug: string;
  readonly folder: Option.Option<string>;
  readonly force: boolean;
  readonly json: boolean;
}) {
  const current = yield* currentOf(options.slug, true);
  if (current === undefined) {
    const message = `no_published_version: ${options.slug} has no published version`;
    return yield* new NoPublishedVersion({ message });
  }
  const { slug, versionNumber } = current;
  const folder = Option.getOrElse(options.folder, () => slug);
  const isCurrent = yield* isUpToDate(folder, current);
  const { written, removed } = isCurrent
    ? { written: [], removed: [] }
    : yield* writeFolder(folder, current, options);
  if (options.json) {
    return yield* printRecord({ slug, versionNumber, folder, written, removed }, true);
  }
  const head =
    written.length + removed.length === 0
      ? `${slug}: unchanged, version ${versionNumber} is in ${folder}`
      : `${slug}: version ${versionNumber} into ${folder}`;
  return yield* Console.log(
    [
      head,
      ...written.map((file) => `  wrote ${file}`),
      ...removed.map((file) => `  removed ${file}`),
    ].join("\n"),
  );
});

/** The published version of a template; `undefined` if there is none. */
const currentOf = Effect.fnUntraced(function* (slug: string, mustExist = false) {
  const detail = yield* callServer(
    "project",
    ({ templates }) => templates.get(slug),
    inputNames({ slug: mustExist ? "<slug>" : "--slug" }),
  ).pipe(
    Effect.catchIf(
      (failure) =>
        !mustExist && failure instanceof CallFailed && failure.code === "template_not_found",
      () => Effect.undefined,
    ),
  );
  return detail === undefined ? undefined : publishedOf(detail);
});

/** Whether a folder already contains this template, in any notation; false if it cannot be read. */
const isUpToDate = Effect.fnUntraced(function* (folder: string, current: PublishedVersion) {
  const fs = yield* FileSystem.FileSystem;
  if (!(yield* fs.exists(folder))) return false;
  const local = yield* Effect.result(readTemplate(folder));
  if (Result.isFailure(local)) return false;
  const { slug, content } = local.success;
  return slug === current.slug && comparison(current, content).length === 0;
});

function allOf({ content }: LocalTemplate) {
  return differences({}, asSent(publishedForm(content)));
}

const slugOf = Effect.fnUntraced(function* (local: LocalTemplate, slugFlag: Option.Option<string>) {
  const slug = Option.isSome(slugFlag) ? slugFlag.value : local.slug;
  if (slug !== undefined && Schema.is(Slug)(slug)) return slug;
  const message =
    slug === undefined
      ? `${local.path} has no slug; add --slug, or "slug" to template.json`
      : `--slug ${slug} is not a slug; allowed: kebab-case, such as my-invoice`;
  return yield* new NoSlug({ message });
});
