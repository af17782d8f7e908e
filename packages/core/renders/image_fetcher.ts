import { Context, Effect, Layer } from "effect";

import {
  type InputRow,
  type InputValue,
  type ItemField,
  type LoopDefinition,
  rowsInRow,
  valueInRow,
} from "../manifests/mod.ts";
import { type AcceptedData, inputDataOf } from "./documents/stored_data.ts";
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

/** The image URLs in the data without duplicates, each with the first key that has it. */
export function imageUrls({ version: { manifest }, data }: RenderInput): ReadonlyArray<ImageUrl> {
  if (!mayHaveUrl(data)) return [];
  const { values, loops } = inputDataOf(data);
  const urls = [
    ...manifest.variables.filter(isImage).flatMap(({ key }) => urlOf(values[key] ?? null, key)),
    ...manifest.loops.flatMap((loop) => urlsInRows(loop, loops[loop.key] ?? [], loop.key)),
  ];
  return [...new Map(urls.toReversed()).entries()];
}

const QUOTE = 0x22;

/**
 * Whether a text of the data may start with `http`. Most data has none, and is not parsed for its URLs.
 * `JSON.stringify`, which wrote it, escapes no letters.
 */
function mayHaveUrl(data: AcceptedData): boolean {
  if (!(data instanceof Uint8Array)) return true;
  for (let quote = data.indexOf(QUOTE); quote !== -1; quote = data.indexOf(QUOTE, quote + 1)) {
    if (startsWithHttp(data, quote + 1)) return true;
  }
  return false;
}

const HTTP = [...new TextEncoder().encode("http")];

/** The bit that small letters have and capital ones lack. */
const SMALL = 0x20;

function startsWithHttp(bytes: Uint8Array, start: number): boolean {
  for (const [index, letter] of HTTP.entries()) {
    if (((bytes[start + index] ?? 0) | SMALL) !== letter) return false;
  }
  return true;
}

type ImageUrl = readonly [url: string, key: string];

function urlsInRows(
  { itemFields, loops = [] }: LoopDefinition,
  rows: ReadonlyArray<InputRow>,
  path: string,
): ReadonlyArray<ImageUrl> {
  const images = itemFields.filter(isImage);
  const inner = loops.filter(hasImages);
  if (images.length + inner.length === 0) return [];
  return rows.flatMap((row) => [
    ...images.flatMap(({ key }) => urlOf(valueInRow(row, key), `${path}.${key}`)),
    ...inner.flatMap((loop) => urlsInRows(loop, rowsInRow(row, loop.key), `${path}.${loop.key}`)),
  ]);
}

function hasImages({ itemFields, loops = [] }: LoopDefinition): boolean {
  return itemFields.some(isImage) || loops.some(hasImages);
}

function isImage({ dataType }: Pick<ItemField, "dataType">): boolean {
  return dataType === "image";
}

function urlOf(value: InputValue, key: string): ReadonlyArray<ImageUrl> {
  return typeof value === "string" && /^https?:/i.test(value) ? [[value, key]] : [];
}
