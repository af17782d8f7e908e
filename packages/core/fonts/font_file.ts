import type { Effect } from "effect";

import type { BlobRef } from "../blobs/mod.ts";
import type { FontFace } from "./font_family.ts";

/** Coordinates of a variable font by the tags of its axes; empty for the default instance. */
export type FontCoordinates = Readonly<Record<string, number>>;

/** A face of a project, and the file that has it. */
export interface FileFace extends FontFace {
  readonly file: BlobRef;
  readonly coordinates: FontCoordinates;
}

/** A face whose file can be loaded. */
export interface LoadableFace extends FileFace {
  readonly load: Effect.Effect<Uint8Array>;
}

/** The faces of a project that a version stores, without a way to load their files. */
export function storedFace({ name, family, style, weight, file, coordinates }: FileFace): FileFace {
  return { name, family, style, weight, file, coordinates };
}
