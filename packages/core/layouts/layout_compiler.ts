import { Context, type Effect } from "effect";

import type { Manifest } from "../manifests/mod.ts";
import type { UnreadableAsset } from "./asset_reader.ts";
import type { Layout } from "./model/layout.ts";

/** All that a layout is made ready from. */
export interface LayoutSource {
  readonly layout: Layout;
  readonly manifest: Manifest;
  /** What the document is called: its title in a reader's window. */
  readonly title: string;
}

/** A layout made ready to draw, in a form only the engine that made it reads. */
export interface CompiledLayout {
  /** Which engine that is; any other compiles the source again. */
  readonly engine: string;
  readonly bytes: Uint8Array;
  /**
   * Where parts of the bytes begin that other layouts may have in common, in ascending order: files that
   * the layout carries. Absent when there are none.
   */
  readonly cuts?: ReadonlyArray<number>;
  /** How long it took to draw without data, in microseconds; absent when it was not measured. */
  readonly drawMicros?: number;
}

/** Makes layouts ready to draw, once, so that no render has to read and check them again. */
export class LayoutCompiler extends Context.Service<
  LayoutCompiler,
  {
    /** Fails when what the layout carries cannot be read; the layout itself has passed its checks. */
    readonly compile: (source: LayoutSource) => Effect.Effect<CompiledLayout, UnreadableAsset>;
  }
>()("@paraph/core/layouts/LayoutCompiler") {}
