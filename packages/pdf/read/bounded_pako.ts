/** Replaces pako in the bundles of threads, because LibPDF unpacks untrusted documents without a limit. */
import { deflateSync } from "node:zlib";

import { unpack } from "./unpacking.ts";

/** Packs bytes with pako's defaults. */
export const deflate = (bytes: Uint8Array): Uint8Array => deflateSync(bytes);

/** Unpacks bytes within limits. */
export const inflate = (bytes: Uint8Array): Uint8Array => unpack(bytes);

/** LibPDF's second attempt, for truncated streams, which `inflate` has already read. */
export class Inflate {
  push(): void {
    throw new Error("The stream cannot be unpacked");
  }
}

export default { deflate, inflate, Inflate };
