import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

import { checkInputData } from "@paraph/core/manifests";
import { PdfRenderer } from "@paraph/core/renders";
import { imageFetcherNone } from "@paraph/core/renders";
import { Publication, PublishTemplate, versionOf } from "@paraph/core/templates";
import { TemplateVersionId } from "@paraph/core/values";
import { sharedRenderer } from "@paraph/pdf/testing/shared_renderer";
import { Effect, Layer, Schema } from "effect";

/** The root of the repository: paths of files are relative to it. */
export const ROOT = path.resolve(import.meta.dirname, "../..");

/** The services that render files without a server. */
export const renderingServices = Publication.layer.pipe(
  Layer.provideMerge(Layer.provide(sharedRenderer, imageFetcherNone)),
);

const read = (file: string): unknown => JSON.parse(fs.readFileSync(path.join(ROOT, file), "utf8"));
const Data = Schema.Record(Schema.String, Schema.Unknown);

/** A new version for every document, since a renderer caches versions by their ids. */
const nextVersion = Effect.sync(() => TemplateVersionId.make(randomUUID()));

/** Publishes a template file: the version, and the input that it makes of data. */
export const publishFile = Effect.fnUntraced(function* (template: string) {
  const publication = yield* Publication;
  const content = yield* Schema.decodeUnknownEffect(PublishTemplate)(read(template));
  const { manifest, name: title, einvoice = null } = content;
  const { layout, compiled } = yield* publication.prepare(content);
  const version = versionOf(yield* nextVersion, { layout, manifest, title, einvoice }, compiled);
  const inputOf = (data: unknown) =>
    Effect.flatMap(Schema.decodeUnknownEffect(Data)(data), (rawInput) =>
      Effect.fromResult(checkInputData(manifest, rawInput)),
    );
  return { version, inputOf };
});

/** Publishes a template file and renders it with a data file. */
export const renderFiles = Effect.fnUntraced(function* (template: string, data: string) {
  const renderer = yield* PdfRenderer;
  const { version, inputOf } = yield* publishFile(template);
  return yield* renderer.render({ version, data: yield* inputOf(read(data)) });
});
