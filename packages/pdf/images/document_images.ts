import { createHash } from "node:crypto";

import { parseDataUri } from "@paraph/core/layouts";

import { RecentlyUsed } from "../threads/recently_used.ts";
import { type PreparedImage, UnreadableImage } from "./prepared_image.ts";
import { readImage } from "./read_image.ts";

/** Somebody's logo comes with each of their documents, and takes longer to read than all else to draw. */
const LIMITS = { count: 64, bytes: 8 * 1024 * 1024 };
const lately = new RecentlyUsed<PreparedImage>(LIMITS);

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
    const image = this.#read.get(id) ?? lately.find(id) ?? readImage(bytes);
    this.#read.set(id, image);
    const size = image.samples.bytes.length + (image.alpha?.length ?? 0);
    if (size <= LIMITS.bytes) lately.keep(id, image, size);
    return image;
  }
}
