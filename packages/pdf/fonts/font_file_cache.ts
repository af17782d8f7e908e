import type { LoadableFace } from "@paraph/core/fonts";
import { Effect } from "effect";

import { LruCache } from "../lru_cache.ts";
import type { FontFiles } from "./template_font.ts";

const LIMITS = { count: 64, bytes: 96 * 1024 * 1024 } as const;

const NO_FILES: FontFiles = new Map();

/**
 * The files of fonts by their SHA-256, in memory that all threads share: a file is loaded once and never
 * copied to a thread.
 */
export class FontFileCache {
  readonly #files = new LruCache<Uint8Array>(LIMITS);

  /** Loads the files of faces. */
  load(faces: ReadonlyArray<LoadableFace>): Effect.Effect<FontFiles> {
    return faces.length === 0
      ? Effect.succeed(NO_FILES)
      : Effect.map(
          Effect.forEach(faces, (face) => this.#file(face)),
          (files) => new Map(files),
        );
  }

  #file({ file: { id }, load }: LoadableFace): Effect.Effect<readonly [string, Uint8Array]> {
    const cachedFile = this.#files.get(id);
    if (cachedFile !== undefined) return Effect.succeed([id, cachedFile]);
    return Effect.map(load, (bytes) => {
      const file = new Uint8Array(new SharedArrayBuffer(bytes.length));
      file.set(bytes);
      this.#files.set(id, file, file.length);
      return [id, file];
    });
  }
}
