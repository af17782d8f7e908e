import * as path from "node:path";

import {
  checkInputData,
  inferManifest,
  InvalidInputData,
  sampleData,
} from "@paraph/core/manifests";
import { PdfRenderer } from "@paraph/core/renders";
import { type CompiledVersion, Publication, versionOf } from "@paraph/core/templates";
import { newRow, TemplateVersionId } from "@paraph/core/values";
import { platform, renderer } from "@paraph/worker/app";
import { Effect, FileSystem, Layer, Result } from "effect";

import { readJsonObject } from "../json_file.ts";
import { readJson } from "../request_file.ts";
import type { Settings } from "../settings.ts";
import {
  DATA_JSON,
  type LocalTemplate,
  readTemplateFiles,
  type TemplateFiles,
  toTemplate,
} from "../template_folder/mod.ts";
import { logging } from "./logging.ts";
import { checkTemplate } from "./template_check.ts";

/** What to draw, and with what: paths of files. */
export interface DrawingFiles {
  /** A template's folder or JSON file, or a bare layout. */
  readonly source: string;
  /** `-` for standard input; absent: the data beside the template, or sample data. */
  readonly data: string | undefined;
}

/** What those files held. */
export interface DrawingInputs {
  readonly template: LocalTemplate;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Services that draw without a server, on one thread. */
export function drawing(settings: Settings) {
  return Publication.layer.pipe(
    Layer.provideMerge(renderer({ ...settings, workerConcurrency: 1 })),
    Layer.provideMerge(platform),
    Layer.provideMerge(logging(settings, "stderr")),
  );
}

/**
 * Reads what is to be drawn.
 *
 * @param touched Takes every file that is read, or would be: also when reading fails.
 */
export const readInputs = Effect.fnUntraced(function* (
  { source, data: file }: DrawingFiles,
  touched: Set<string>,
) {
  touched.add(source);
  if (file !== undefined) touched.add(file);
  const given = file === undefined ? undefined : yield* readJson(file);
  const files = yield* readTemplateFiles(source, touched);
  const data = given ?? (yield* dataBeside(files, touched));
  const template = yield* Effect.fromResult(toTemplate(asTemplate(files, data ?? {})));
  const inputs: DrawingInputs = { template, data: data ?? sampleData(template.content.manifest) };
  return inputs;
});

/** The data that is kept with a template. */
const dataBeside = Effect.fnUntraced(function* ({ folder }: TemplateFiles, touched: Set<string>) {
  const fs = yield* FileSystem.FileSystem;
  const file = path.join(folder, DATA_JSON);
  touched.add(file);
  return (yield* fs.exists(file)) ? yield* readJsonObject(file) : undefined;
});

/** A template as it is, or a bare layout with the manifest that its data suggests. */
function asTemplate(files: TemplateFiles, data: Readonly<Record<string, unknown>>): TemplateFiles {
  if (!files.isBareLayout) return files;
  const manifest = JSON.parse(JSON.stringify(inferManifest(data)));
  const { layout = {} } = files.fields;
  return { ...files, fields: { name: "Layout", manifest, layout } };
}

/**
 * What draws: a template that is drawn again is not checked and compiled again, and the threads that do
 * it stay warm.
 */
export const makeDrawer = Effect.gen(function* () {
  const { draw } = yield* PdfRenderer;
  const kept: { text: string; version: CompiledVersion | undefined } = {
    text: "",
    version: undefined,
  };
  const checkedVersion = Effect.fnUntraced(function* (template: LocalTemplate) {
    const { manifest, name } = template.content;
    const text = JSON.stringify(template.content);
    if (kept.version !== undefined && kept.text === text) return kept.version;
    const { layout, compiled } = yield* checkTemplate(template);
    const { id } = yield* newRow;
    const source = { layout, manifest, title: name };
    kept.text = text;
    kept.version = versionOf(TemplateVersionId.make(id), source, compiled);
    return kept.version;
  });
  return Effect.fnUntraced(function* ({ template, data }: DrawingInputs) {
    const version = yield* checkedVersion(template);
    const checked = yield* Effect.fromResult(
      Result.mapError(checkInputData(template.content.manifest, data), (issues) =>
        InvalidInputData.of(issues),
      ),
    );
    return yield* draw({ version, data: checked });
  });
});
