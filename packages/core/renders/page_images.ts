import { Context, Effect, Layer, type Option, Schema, SchemaTransformation } from "effect";

import { Conflict, InvalidRequest, NotFound } from "../values/mod.ts";
import { QueueUnavailable, type StorageUnavailable } from "./errors.ts";
import type { RendererUnavailable } from "./pdf_renderer.ts";
import { collectDocument, type Document } from "./renders.ts";

const MIN_WIDTH = 16;
const MAX_WIDTH = 2000;

/** The width of a page's image if the request names none, in pixels. */
const DEFAULT_WIDTH = 800;

/** The most pixels of an image: a page of the greatest width may be four times as high. */
const MAX_PIXELS = 4 * MAX_WIDTH * MAX_WIDTH;

const ImageWidth = Schema.String.annotate({
  description: `A width in pixels: ${MIN_WIDTH} to ${MAX_WIDTH}.`,
})
  .check(
    Schema.makeFilter(
      (text) =>
        (/^[1-9][0-9]{1,3}$/u.test(text) && isWidth(Number(text))) ||
        `Expected a whole number from ${MIN_WIDTH} to ${MAX_WIDTH}`,
    ),
  )
  .annotate({ identifier: "ImageWidth" })
  .pipe(Schema.decodeTo(Schema.Int, SchemaTransformation.numberFromString));

function isWidth(width: number): boolean {
  return width >= MIN_WIDTH && width <= MAX_WIDTH;
}

/** How to draw the image of a page. */
export const PageImageQuery = Schema.Struct({
  width: Schema.optionalKey(ImageWidth).annotateKey({
    description: `The width in pixels: ${MIN_WIDTH} to ${MAX_WIDTH}, by default ${DEFAULT_WIDTH}. The height follows from the page.`,
  }),
}).annotate({ identifier: "PageImageQuery", description: "How to draw the image of a page." });

/** The page to draw, from 1, and the width and the most pixels of its image. */
export interface PageToDraw {
  readonly page: number;
  readonly width: number;
  readonly maxPixels: number;
}

/** A page cannot be drawn; the message gives the reason. */
export class UndrawablePage extends Schema.TaggedError<UndrawablePage>()("undrawable_page", {
  message: Schema.String,
}) {}

/** An image of this width would have too many pixels. */
export class ImageTooLarge extends Schema.TaggedError<ImageTooLarge>()("image_too_large", {}) {}

/** Draws pages of PDFs as PNG. */
export class PageRasterizer extends Context.Service<
  PageRasterizer,
  {
    /** The image of a page as PNG; none if the document has no such page. */
    readonly draw: (
      pdf: Uint8Array,
      page: PageToDraw,
    ) => Effect.Effect<
      Option.Option<Uint8Array>,
      UndrawablePage | ImageTooLarge | RendererUnavailable
    >;
  }
>()("@paraph/core/renders/PageRasterizer") {}

/** Draws the pages of renders. */
export class PageImages extends Context.Service<
  PageImages,
  {
    /** The image of a page, from 1, as PNG; not found if the document has no such page. */
    readonly draw: (
      document: Document,
      page: number,
      query: typeof PageImageQuery.Type,
    ) => Effect.Effect<
      Uint8Array,
      NotFound | InvalidRequest | Conflict | QueueUnavailable | StorageUnavailable
    >;
    /** The same for a PDF in memory. */
    readonly drawPdf: (
      pdf: Uint8Array,
      page: number,
      query: typeof PageImageQuery.Type,
    ) => Effect.Effect<Uint8Array, NotFound | InvalidRequest | Conflict | QueueUnavailable>;
  }
>()("@paraph/core/renders/PageImages") {
  static readonly layer = Layer.effect(
    PageImages,
    Effect.gen(function* () {
      const rasterizer = yield* PageRasterizer;
      const drawPdf = Effect.fn("PageImages.drawPdf")(function* (
        pdf: Uint8Array,
        page: number,
        { width = DEFAULT_WIDTH }: typeof PageImageQuery.Type,
      ) {
        if (!Number.isSafeInteger(page)) return yield* NotFound.of("page");
        const image = yield* rasterizer
          .draw(pdf, { page, width, maxPixels: MAX_PIXELS })
          .pipe(
            Effect.catchTags({
              undrawable_page: ({ message }) => Effect.fail(Conflict.of(message)),
              image_too_large: () => Effect.fail(TOO_LARGE),
              renderer_unavailable: () => Effect.fail(QueueUnavailable.of()),
            }),
          );
        return yield* Effect.fromOption(image, () => NotFound.of("page"));
      });
      const draw = Effect.fn("PageImages.draw")(function* (
        document: Document,
        page: number,
        query: typeof PageImageQuery.Type,
      ) {
        if (document.encryption === "password") return yield* NEEDS_PASSWORD;
        return yield* drawPdf(yield* collectDocument(document), page, query);
      });
      return PageImages.of({ draw, drawPdf });
    }),
  );
}

const NEEDS_PASSWORD = Conflict.of(
  "A password opens the document of this render, so its pages cannot be drawn",
);

const TOO_LARGE = InvalidRequest.of([
  { path: "width", message: "The page is very high: expected a smaller width" },
]);
