import { type LoadableFace, storedFace } from "@paraph/core/fonts";
import { generateLayout, type StandardSetting, withPageDefaults } from "@paraph/core/layouts";
import { InvalidInputData } from "@paraph/core/manifests";
import {
  checkRenderData,
  ImageFetcher,
  imageFetcherNone,
  imageUrls,
  PdfRenderer,
  type RenderedPdf,
  RenderError,
} from "@paraph/core/renders";
import {
  checkTemplate,
  type CompiledVersion,
  Publication,
  type PublishTemplate,
  versionOf,
} from "@paraph/core/templates";
import { InvalidRequest, TemplateVersionId } from "@paraph/core/values";
import { type Duration, Effect, Layer, ManagedRuntime, Result } from "effect";
import { SecureRandom } from "effect/crypto";

import { type LocalFont, readFonts } from "./fonts/local_fonts.ts";
import { pdfRenderer } from "./pdf_renderer.ts";

/** How a {@linkcode PdfEngine} renders. Every option has a default. */
export interface PdfEngineOptions {
  /** Number of documents rendered concurrently: 1 by default. */
  readonly threads?: number;
  /** Time limit of a document, such as `"10 seconds"`: 30 seconds by default. */
  readonly deadline?: Duration.Input;
  /** Fonts that templates can use next to the bundled ones, by the `fontName` of layouts. */
  readonly fonts?: ReadonlyArray<LocalFont>;
  /** Fetches an image by its URL in the data. By default, data can have images only as data URIs. */
  readonly fetchImage?: (url: string) => Promise<Uint8Array>;
}

/** The options of a document. */
export interface PdfOptions {
  /** The standard that the document conforms to, in place of the one of the layout, such as `pdf/a-3u`. */
  readonly standard?: StandardSetting;
}

/** Renders templates on threads of this process, without a server or a database. */
export interface PdfEngine extends AsyncDisposable {
  /**
   * Renders a template with data. The last template stays compiled.
   *
   * Rejects with `unusable_font` if one of the fonts cannot be read, with `invalid_request` or `invalid_loop_key` (template) or `invalid_input_data` (data), each with
   * `issues` under their paths, and with `render_fault` if the document cannot be rendered.
   *
   * @param template The body of `POST /v1/templates`: `name`, `manifest` and, unless it is to be generated,
   * `layout`.
   */
  readonly render: (
    template: unknown,
    data: Readonly<Record<string, unknown>>,
    options?: PdfOptions,
  ) => Promise<RenderedPdf>;
  /** Stops the threads. */
  readonly close: () => Promise<void>;
}

/**
 * Starts a {@linkcode PdfEngine}.
 *
 * @example Render one template with several sets of data
 * ```ts
 * import { openPdfEngine } from "@paraph/pdf";
 * import assert from "node:assert/strict";
 *
 * const name = { key: "name", label: "Name", dataType: "text", required: true };
 * const template = { name: "Badge", manifest: { variables: [name], loops: [] } };
 *
 * const engine = openPdfEngine();
 * for (const name of ["Ada", "Grace"]) {
 *   const { pageCount } = await engine.render(template, { name });
 *   assert.equal(pageCount, 1);
 * }
 * await engine.close();
 * ```
 */
export function openPdfEngine({
  threads = 1,
  deadline = "30 seconds",
  fonts = [],
  fetchImage,
}: PdfEngineOptions = {}): PdfEngine {
  const images = fetchImage === undefined ? imageFetcherNone : imageFetcherWith(fetchImage);
  const runtime = ManagedRuntime.make(
    Publication.layer.pipe(
      Layer.provideMerge(pdfRenderer({ threads, deadline })),
      Layer.provide(images),
      Layer.merge(SecureRandom.layerWebCrypto),
    ),
  );
  const renderer = runtime.runPromise(makeTemplateRenderer);
  let faces: Promise<ReadonlyArray<LoadableFace>> | undefined;
  const close = () => runtime.dispose();
  return {
    render: async (template, data, { standard } = {}) => {
      const result = checkTemplate(template);
      if (!result.ok) throw InvalidRequest.of(result.issues);
      const render = await renderer;
      faces ??= runtime.runPromise(readFonts(fonts));
      return await runtime.runPromise(
        render(withStandard(result.template, standard), data, await faces),
      );
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/**
 * Renders a template with data once. For several documents {@linkcode openPdfEngine} is faster.
 *
 * @example
 * ```ts
 * import { renderPdf } from "@paraph/pdf";
 * import assert from "node:assert/strict";
 *
 * const name = { key: "name", label: "Name", dataType: "text", required: true };
 * const template = { name: "Badge", manifest: { variables: [name], loops: [] } };
 * const { bytes } = await renderPdf(template, { name: "Ada Lovelace" });
 * assert.equal(new TextDecoder().decode(bytes.subarray(0, 5)), "%PDF-");
 * ```
 */
export async function renderPdf(
  template: unknown,
  data: Readonly<Record<string, unknown>>,
  options: PdfEngineOptions & PdfOptions = {},
): Promise<RenderedPdf> {
  await using engine = openPdfEngine(options);
  return await engine.render(template, data, options);
}

/** A template with another standard, and its layout generated if it has none. */
export function withStandard(
  template: PublishTemplate,
  standard: StandardSetting | undefined,
): PublishTemplate {
  if (standard === undefined) return template;
  const { manifest, name: title, pageConfig } = template;
  const { layout = generateLayout(manifest, { title, pageConfig: withPageDefaults(pageConfig) }) } =
    template;
  return { ...template, layout: { ...layout, standard } };
}

function imageFetcherWith(fetchImage: (url: string) => Promise<Uint8Array>) {
  return Layer.succeed(ImageFetcher, {
    fetchAll: Effect.fn("ImageFetcher.fetchAll")(function* (drawing) {
      const files = yield* Effect.forEach(
        imageUrls(drawing),
        ([url, key]) =>
          Effect.tryPromise({
            try: async () => [url, await fetchImage(url)] as const,
            catch: (error) =>
              new RenderError({
                code: "image_unreadable",
                message: `The image "${key}" cannot be fetched. ${error instanceof Error ? error.message : String(error)}`,
              }),
          }),
        { concurrency: 4 },
      );
      return new Map(files);
    }),
  });
}

/**
 * Renders templates without storing them. The last template stays compiled, so that other data does not
 * compile it again.
 */
export const makeTemplateRenderer = Effect.gen(function* () {
  const { prepare } = yield* Publication;
  const { render: renderVersion } = yield* PdfRenderer;
  const { uuidV4 } = yield* SecureRandom.SecureRandom;
  let last: { readonly text: string; readonly version: CompiledVersion } | undefined;

  const compiledVersion = Effect.fnUntraced(function* (
    template: PublishTemplate,
    faces: ReadonlyArray<LoadableFace>,
  ) {
    const text = JSON.stringify([template, faces.map(storedFace)]);
    if (last?.text === text) return last.version;
    const { layout, compiled, fonts } = yield* prepare(template, { faces });
    const { manifest, name: title, einvoice = null } = template;
    const source = { layout, manifest, title, fonts, einvoice };
    const version = versionOf(TemplateVersionId.make(yield* uuidV4()), source, compiled);
    last = { text, version };
    return version;
  });

  return Effect.fn("TemplateRenderer.render")(function* (
    template: PublishTemplate,
    data: Readonly<Record<string, unknown>>,
    faces: ReadonlyArray<LoadableFace> = [],
  ) {
    const version = yield* compiledVersion(template, faces);
    const inputData = yield* Effect.fromResult(
      Result.mapError(
        checkRenderData({ manifest: template.manifest, einvoice: template.einvoice ?? null }, data),
        (issues) => InvalidInputData.of(issues),
      ),
    );
    return yield* renderVersion({ version, data: inputData });
  });
});
