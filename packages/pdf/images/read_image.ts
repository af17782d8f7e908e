import { createHash } from "node:crypto";

import { parseDataUri } from "@paraph/core/layouts";

import { LruCache } from "../lru_cache.ts";
import { readJpeg } from "./jpeg.ts";
import { readPng } from "./png.ts";
import { type PreparedImage, UnreadableImage } from "./prepared_image.ts";

/**
 * Reads a PNG or JPEG without trusting it: sizes are checked before anything is unpacked, and what is
 * cut short or damaged is refused.
 */
export function readImage(bytes: Uint8Array): PreparedImage {
  if (bytes[0] === 0x89 && bytes[1] === 0x50) return readPng(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return readJpeg(bytes);
  throw new UnreadableImage("It is neither PNG nor JPEG");
}

/** Somebody's logo comes with each of their documents, and takes longer to read than all else to draw. */
const LIMITS = { count: 64, bytes: 8 * 1024 * 1024 };
const lately = new LruCache<PreparedImage>(LIMITS);

/** The images that the data of one document brings. What comes twice is one, so that the file has it once. */
export class DocumentImages {
  readonly #fetched: ReadonlyMap<string, Uint8Array>;
  readonly #read = new Map<string, PreparedImage>();

  /** @param fetched Images that were fetched, by their address. */
  constructor(fetched: ReadonlyMap<string, Uint8Array>) {
    this.#fetched = fetched;
  }

  /** Reads an image, from where it was fetched or from its `data:` URI. */
  read(source: string): PreparedImage {
    const bytes = this.#fetched.get(source) ?? parseDataUri(source)?.bytes;
    if (bytes === undefined) throw new UnreadableImage("It is no data: URI");
    const id = createHash("sha256").update(bytes).digest("base64");
    const image = this.#read.get(id) ?? lately.get(id) ?? readImage(bytes);
    this.#read.set(id, image);
    const size = image.samples.bytes.length + (image.alpha?.length ?? 0);
    if (size <= LIMITS.bytes) lately.set(id, image, size);
    return image;
  }
}
