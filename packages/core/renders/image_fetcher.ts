import { Context, Effect, Layer } from "effect";

import { type RenderInput, RenderError } from "./pdf_renderer.ts";

/** Fetches the image URLs in the data before a render. */
export class ImageFetcher extends Context.Service<
  ImageFetcher,
  {
    /** Returns the files by URL. */
    readonly fetchAll: (
      input: RenderInput,
    ) => Effect.Effect<ReadonlyMap<string, Uint8Array>, RenderError>;
  }
>()("@paraph/core/renders/ImageFetcher") {}

/** Fetches nothing: a render with an image URL in its data fails. */
export const imageFetcherNone = Layer.succeed(ImageFetcher, {
  fetchAll: (input) => {
    const [first] = imageUrls(input);
    if (first === undefined) return Effect.succeed(new Map());
    const message = `The image "${first[1]}" is a URL. Only images in data URIs can be rendered here`;
    return Effect.fail(new RenderError({ code: "image_unreadable", message }));
  },
});

/** The image URLs in the data without duplicates, each with the first variable that has it. */
export function imageUrls({
  version,
  data,
}: RenderInput): ReadonlyArray<readonly [url: string, key: string]> {
  const urls = version.manifest.variables
    .filter(({ dataType }) => dataType === "image")
    .flatMap(({ key }): ReadonlyArray<readonly [string, string]> => {
      const value = data.values[key];
      return typeof value === "string" && /^https?:/i.test(value) ? [[value, key]] : [];
    });
  return [...new Map(urls.toReversed()).entries()];
}
