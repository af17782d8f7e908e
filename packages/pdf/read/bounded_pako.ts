/** Stands for pako in the code of threads: LibPDF unpacks documents of strangers without a limit. */
import { deflateSync } from "node:zlib";

import { unpack } from "./unpacking.ts";

/** Packs bytes as pako does by default. */
export const deflate = (bytes: Uint8Array): Uint8Array => deflateSync(bytes);

/** Unpacks bytes within limits. */
export const inflate = (bytes: Uint8Array): Uint8Array => unpack(bytes);

/** LibPDF's second try, for streams without an end: `inflate` has read those already. */
export class Inflate {
  push(): void {
    throw new Error("The stream cannot be unpacked");
  }
}

export default { deflate, inflate, Inflate };
