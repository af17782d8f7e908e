import { checkInputData, inferManifest, InvalidInputData } from "@paraph/core/manifests";
import { PdfRenderer } from "@paraph/core/renders";
import { Publication, PublishTemplate } from "@paraph/core/templates";
import { InvalidRequest, issuesOfSchema, newRow, TemplateVersionId } from "@paraph/core/values";
import { Data, Effect, FileSystem, Layer, Result, Schema } from "effect";

import type { Settings } from "../settings.ts";
import { logging } from "./logging.ts";
import { platform, renderer } from "./services.ts";

/** What to render, with what, and where the PDF goes: paths of files. */
export interface RenderFile {
  readonly source: string;
  readonly data: string;
  readonly output: string;
}

/** A file holds something else than what a command reads from it. */
class NotJson extends Data.TaggedError("not_json")<{ readonly message: string }> {}

const JsonFile = Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown));

/** Renders a file without a server; the number of its pages. */
export function renderFile(settings: Settings, { source, data, output }: RenderFile) {
  const services = Publication.layer.pipe(
    Layer.provideMerge(renderer({ ...settings, workerConcurrency: 1 })),
    Layer.provideMerge(platform),
    Layer.provideMerge(logging(settings, "stderr")),
  );
  const rendered = Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem;
    const given = yield* readJson(data);
    const template = yield* toTemplate(yield* readJson(source), given);
    const { layout, compiled } = yield* (yield* Publication).prepare(template);
    const { manifest, name } = template;
    const checked = yield* Effect.fromResult(
      checkInputData(manifest, given).pipe(
        Result.mapError((issues) => InvalidInputData.of(issues)),
      ),
    );
    const { id } = yield* newRow;
    const version = {
      id: TemplateVersionId.make(id),
      source: { layout, manifest, title: name },
      compiled,
    };
    const drawn = yield* (yield* PdfRenderer).draw({ version, data: checked });
    yield* fs.writeFile(output, drawn.bytes);
    return drawn.pageCount;
  });
  return Effect.provide(rendered, services);
}

const readJson = Effect.fnUntraced(function* (file: string) {
  const fs = yield* FileSystem.FileSystem;
  const text = yield* fs.readFileString(file);
  return yield* Schema.decodeEffect(JsonFile)(text).pipe(
    Effect.mapError(() => new NotJson({ message: `${file} is not a JSON object` })),
  );
});

/** A template as it is, or a bare layout with the manifest that its data suggests. */
function toTemplate(
  source: Readonly<Record<string, unknown>>,
  data: Readonly<Record<string, unknown>>,
) {
  const isLayout = Object.hasOwn(source, "basePdf");
  const template = isLayout
    ? { name: "Layout", manifest: inferManifest(data), layout: source }
    : source;
  return Schema.decodeUnknownEffect(PublishTemplate)(template, { errors: "all" }).pipe(
    Effect.mapError(({ issue }) => InvalidRequest.of(issuesOfSchema(issue))),
  );
}
