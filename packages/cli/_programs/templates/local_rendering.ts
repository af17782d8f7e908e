import * as path from "node:path";

import { platform, renderer } from "@paraph/app";
import type { Settings } from "@paraph/app/settings";
import type { StandardSetting } from "@paraph/core/layouts";
import { inferManifest, sampleData } from "@paraph/core/manifests";
import { Publication } from "@paraph/core/templates";
import { makeTemplateRenderer, withStandard } from "@paraph/pdf";
import { Effect, FileSystem, Layer } from "effect";

import { inFile, type InputFile, inputNames, renamedIssues } from "../../input_names.ts";
import { readJsonObject } from "../../json_file.ts";
import {
  DATA_JSON,
  type LocalTemplate,
  readTemplateFiles,
  type TemplateFiles,
  toTemplate,
} from "../../template_folder/mod.ts";
import { CallFailed } from "../../terminal/failure.ts";
import { logging } from "../logging.ts";
import { folderFaces, rejectTemplate } from "./template_check.ts";

/** What to render: paths of files. */
export interface RenderSources {
  /** A template's folder or JSON file, or a bare layout. */
  readonly source: string;
  /** The argument or flag that names the data. */
  readonly dataName: string;
  /** `-` for standard input; absent: the data in the template's folder, or sample data. */
  readonly data: string | undefined;
  /** The standard in place of the one of the layout. */
  readonly standard?: StandardSetting;
}

/** The contents of those files. */
export interface RenderInputs {
  readonly template: LocalTemplate;
  readonly data: Readonly<Record<string, unknown>>;
  /** The file of the data, for messages. */
  readonly dataFile: InputFile;
}

/** Services that render without a server, on one thread. */
export function renderLayer(settings: Settings) {
  return Publication.layer.pipe(
    Layer.provideMerge(renderer({ ...settings, workerConcurrency: 1 })),
    Layer.provideMerge(platform),
    Layer.provideMerge(logging(settings, "stderr")),
  );
}

/**
 * Reads a template and its data.
 *
 * @param dependencies Collects the files that are read, and missing ones that would be; also when reading fails.
 */
export const readInputs = Effect.fnUntraced(function* (
  { source, data: file, dataName, standard }: RenderSources,
  dependencies: Set<string>,
) {
  dependencies.add(source);
  if (file !== undefined) dependencies.add(file);
  const explicitData = file === undefined ? undefined : yield* readJsonObject(file, dataName);
  const files = yield* readTemplateFiles(source, dependencies);
  const data = explicitData ?? (yield* readFolderData(files, dependencies));
  const template = yield* Effect.fromResult(toTemplate(asTemplate(files, data ?? {})));
  const inputs: RenderInputs = {
    template: { ...template, content: withStandard(template.content, standard) },
    data: data ?? sampleData(template.content.manifest),
    dataFile: explicitData === undefined ? { file: DATA_JSON } : inFile(dataName, file ?? ""),
  };
  return inputs;
});

/** The data stored with a template. */
const readFolderData = Effect.fnUntraced(function* (
  { folder }: TemplateFiles,
  dependencies: Set<string>,
) {
  const fs = yield* FileSystem.FileSystem;
  const file = path.join(folder, DATA_JSON);
  dependencies.add(file);
  return (yield* fs.exists(file)) ? yield* readJsonObject(file) : undefined;
});

/** The template, or a bare layout with a manifest derived from its data. */
function asTemplate(files: TemplateFiles, data: Readonly<Record<string, unknown>>): TemplateFiles {
  if (!files.isBareLayout) return files;
  const manifest = JSON.parse(JSON.stringify(inferManifest(data)));
  const { layout = {} } = files.fields;
  return { ...files, fields: { name: "Layout", manifest, layout } };
}

/** The same problems of the data, with the places in its file. */
const dataFailure = (
  { message, issues }: { readonly message: string; readonly issues: unknown },
  file: InputFile,
) =>
  new CallFailed({
    code: "invalid_input_data",
    message,
    issues: renamedIssues(issues, inputNames({ "": file })),
  });

/** Renders templates on disk. Problems of a template are listed under its files. */
export const makeRenderer = Effect.gen(function* () {
  const render = yield* makeTemplateRenderer;
  return Effect.fnUntraced(function* ({ template, data, dataFile }: RenderInputs) {
    const faces = yield* folderFaces(template);
    return yield* render(template.content, data, faces).pipe(
      Effect.mapError((failure) =>
        failure._tag === "invalid_input_data" ? dataFailure(failure, dataFile) : failure,
      ),
      Effect.catchTags({
        invalid_request: ({ issues }) => rejectTemplate(template, issues),
        invalid_loop_key: ({ issues }) => rejectTemplate(template, issues),
      }),
    );
  });
});
