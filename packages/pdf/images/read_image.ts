import { createHash } from "node:crypto";

import { parseDataUri } from "@paraph/core/layouts";

import { LruCache } from "../lru_cache.ts";
import { readJpeg } from "./jpeg.ts";
import { readPng } from "./png.ts";
import { checkColours, type PreparedImage, UnreadableImage } from "./prepared_image.ts";

/** Reads an untrusted PNG or JPEG: checks sizes before unpacking and refuses truncated or damaged files. */
export function readImage(bytes: Uint8Array): PreparedImage {
  if (bytes[0] === 0x89 && bytes[1] === 0x50) return readPng(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return readJpeg(bytes);
  throw new UnreadableImage("It is neither PNG nor JPEG");
}

/** Cached, because a logo repeats in many documents and reading it takes longer than drawing the rest. */
const LIMITS = { count: 64, bytes: 8 * 1024 * 1024 };
const recentImages = new LruCache<PreparedImage>(LIMITS);

/** The images in the data of a document. Equal images are read and stored in the file once. */
export class DocumentImages {
  readonly #fetched: ReadonlyMap<string, Uint8Array>;
  readonly #read = new Map<string, PreparedImage>();

  readonly #isArchivable: boolean;

  /**
   * @param fetchedImages Fetched images by URL.
   * @param isArchivable Whether the document conforms to a standard.
   */
  constructor(fetchedImages: ReadonlyMap<string, Uint8Array>, isArchivable = false) {
    this.#fetched = fetchedImages;
    this.#isArchivable = isArchivable;
  }

  /** Reads an image by its URL or `data:` URI. */
  read(source: string): PreparedImage {
    const bytes = this.#fetched.get(source) ?? parseDataUri(source)?.bytes;
    if (bytes === undefined) throw new UnreadableImage("It is not a data: URI");
    const id = createHash("sha256").update(bytes).digest("base64");
    const image = this.#read.get(id) ?? recentImages.get(id) ?? readImage(bytes);
    this.#read.set(id, image);
    const size = image.samples.bytes.length + (image.alpha?.length ?? 0);
    if (size <= LIMITS.bytes) recentImages.set(id, image, size);
    return this.#isArchivable ? checkColours(image) : image;
  }
}
