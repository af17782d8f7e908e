import { Context, type Effect } from "effect";

import type { Einvoice } from "../einvoices/mod.ts";
import type { LoadableFace } from "../fonts/mod.ts";
import type { Manifest } from "../manifests/mod.ts";
import type { Issue } from "../values/mod.ts";
import type { UnreadableAsset } from "./asset_reader.ts";
import type { Layout } from "./model/layout.ts";

/** The input of a compilation. */
export interface LayoutSource {
  readonly layout: Layout;
  readonly manifest: Manifest;
  /** The title of the documents, which PDF viewers show. */
  readonly title: string;
  /** The fonts of the project that the layout uses, and the faces that emphasize them. */
  readonly fonts?: ReadonlyArray<LoadableFace>;
  /**
   * The language that the project declared when the version was published, for documents whose layout and
   * formats name none. Null if it declared none, and for versions of earlier releases.
   */
  readonly projectLanguage?: string | null;
  /** The electronic invoice that is attached to the documents. */
  readonly einvoice?: Einvoice | null;
}

/** A layout in the form that the engine renders. Only the same version of the engine reads it. */
export interface CompiledLayout {
  /** The version of the engine. Other versions compile the source again. */
  readonly engine: string;
  readonly bytes: Uint8Array;
  /**
   * The offsets of embedded files in the bytes, ascending; other layouts may share these parts. Absent
   * without such files.
   */
  readonly cuts?: ReadonlyArray<number>;
  /** The duration of a render without data in microseconds, if it was measured. */
  readonly drawMicros?: number;
}

/** A layout that was just compiled. */
export interface CheckedLayout extends CompiledLayout {
  /** The warnings of a render without data, which every render has. */
  readonly warnings: ReadonlyArray<Issue>;
}

/** Compiles layouts once, so that renders do not parse and check them again. */
export class LayoutCompiler extends Context.Service<
  LayoutCompiler,
  {
    /** Fails if a file in the layout cannot be read. The layout has passed its checks. */
    readonly compile: (source: LayoutSource) => Effect.Effect<CheckedLayout, UnreadableAsset>;
  }
>()("@paraph/core/layouts/LayoutCompiler") {}
