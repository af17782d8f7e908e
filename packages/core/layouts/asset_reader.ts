import { Context, Schema, type Effect } from "effect";

import type { LoadableFace } from "../fonts/mod.ts";
import type { Manifest } from "../manifests/mod.ts";
import type { Issue } from "../values/mod.ts";
import type { ActiveContent } from "./check/active_content.ts";
import type { ArchiveProblem } from "./check/archive_problem.ts";
import type { FixedPart } from "./check/texts/fixed_parts.ts";
import type { FixedText } from "./check/texts/fixed_texts.ts";
import type { DisplayedPage } from "./model/pdf_page.ts";
import type { ArchiveStandard } from "./model/standard.ts";

/** A file cannot be read; the message gives the reason. */
export class UnreadableAsset extends Schema.TaggedError<UnreadableAsset>()("unreadable_asset", {
  message: Schema.String,
}) {}

/** An image and its size in pixels. */
export interface ReadableImage {
  readonly format: "png" | "jpeg";
  readonly width: number;
  readonly height: number;
}

/** The facts about a base PDF that publishing checks. */
export interface BasePdf {
  readonly pages: ReadonlyArray<DisplayedPage>;
  readonly activeContent: ReadonlyArray<ActiveContent>;
  /** What its standard for archives does not permit; [] without a standard. */
  readonly archiveProblems: ReadonlyArray<ArchiveProblem>;
}

/** Reads the files in a layout. They are untrusted. */
export class AssetReader extends Context.Service<
  AssetReader,
  {
    /**
     * The pages and the active content of a PDF; fails if it is damaged, encrypted or has no pages.
     *
     * @param standard The standard of documents with its pages, which it is checked for.
     */
    readonly basePdf: (
      bytes: Uint8Array,
      standard?: ArchiveStandard,
    ) => Effect.Effect<BasePdf, UnreadableAsset>;
    /** An image's format and size; fails if it is neither PNG nor JPEG, damaged or too large. */
    readonly image: (bytes: Uint8Array) => Effect.Effect<ReadableImage, UnreadableAsset>;
    /**
     * For each text, the first character that neither its font nor a fallback has; `null` if all characters have
     * one.
     *
     * @param fonts The fonts of the project that the texts use.
     */
    readonly missingCharacters: (
      texts: ReadonlyArray<Pick<FixedText, "text" | "fontName">>,
      fonts: ReadonlyArray<LoadableFace>,
    ) => Effect.Effect<ReadonlyArray<string | null>, UnreadableAsset>;
    /**
     * Renders a fixed part and returns its problems, with paths inside the field.
     *
     * @param fonts The fonts of the project that the part uses.
     */
    readonly partProblems: (
      part: FixedPart,
      manifest: Manifest,
      fonts: ReadonlyArray<LoadableFace>,
    ) => Effect.Effect<ReadonlyArray<Issue>, UnreadableAsset>;
  }
>()("@paraph/core/layouts/AssetReader") {}
