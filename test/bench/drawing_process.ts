/**
 * The lower bound for a server that renders: threads that only render the invoice. A message requests a
 * number of documents and a concurrency; the reply has the milliseconds of each document and of all.
 */
import * as os from "node:os";

import { Einvoice } from "@paraph/core/einvoices";
import { Layout, LayoutCompiler } from "@paraph/core/layouts";
import { checkInputData, Manifest } from "@paraph/core/manifests";
import { PdfRenderer } from "@paraph/core/renders";
import { imageFetcherNone } from "@paraph/core/renders";
import { versionOf } from "@paraph/core/templates";
import { TemplateVersionId } from "@paraph/core/values";
import { pdfRenderer } from "@paraph/pdf";
import { Effect, Layer, ManagedRuntime, Result, Schema } from "effect";

import { DATA, TEMPLATE } from "./invoice.ts";

/** How many documents to render. */
export const ToDraw = Schema.Struct({ count: Schema.Int, atOnce: Schema.Int });

/** The time that this took. */
export interface RenderTimes {
  readonly each: ReadonlyArray<number>;
  readonly all: number;
}

const Template = Schema.Struct({
  name: Schema.String,
  manifest: Manifest,
  layout: Layout,
  einvoice: Einvoice,
});
const { name, manifest, layout, einvoice } = Schema.decodeUnknownSync(Template)(TEMPLATE);
const data = Result.getOrThrow(checkInputData(manifest, DATA));

const threads = os.availableParallelism();
const runtime = ManagedRuntime.make(
  Layer.orDie(Layer.provide(pdfRenderer({ threads }), imageFetcherNone)),
);
const source = { layout, manifest, title: name, einvoice };
const compiledLayout = await runtime.runPromise(
  LayoutCompiler.use(({ compile }) => compile(source)),
);
const id = TemplateVersionId.make("00000000-0000-7000-8000-000000000000");
const drawing = { version: versionOf(id, source, compiledLayout), data };

const timeRender = Effect.gen(function* () {
  const { render: draw } = yield* PdfRenderer;
  const began = performance.now();
  yield* draw(drawing);
  return performance.now() - began;
});

process.on("message", async (message) => {
  const { count, atOnce } = Schema.decodeUnknownSync(ToDraw)(message);
  const began = performance.now();
  const each = await runtime.runPromise(
    Effect.all(
      Array.from({ length: count }, () => timeRender),
      { concurrency: atOnce },
    ),
  );
  process.send?.({ each, all: performance.now() - began } satisfies RenderTimes);
});
process.send?.("ready");
