import { Context, type Effect, Schema } from "effect";

import type { FontFace } from "./font_family.ts";
import type { FontCoordinates } from "./font_file.ts";

/** A file is not a font that documents can embed; the message gives the reason. */
export class UnreadableFont extends Schema.TaggedError<UnreadableFont>()("unreadable_font", {
  message: Schema.String,
}) {}

/** A named instance of a variable font. */
export interface InstanceFacts extends Pick<FontFace, "style" | "weight"> {
  /** The name of the style, such as `Light Italic`. */
  readonly name: string;
  readonly coordinates: FontCoordinates;
}

/** What a font file says about itself. */
export interface FontFacts extends Pick<FontFace, "family" | "style" | "weight"> {
  readonly scripts: ReadonlyArray<string>;
  readonly instances: ReadonlyArray<InstanceFacts>;
}

/** Reads font files. They are untrusted. */
export class FontReader extends Context.Service<
  FontReader,
  {
    /** Fails unless the file is a TrueType or OpenType font whose licence lets documents embed it. */
    readonly read: (bytes: Uint8Array) => Effect.Effect<FontFacts, UnreadableFont>;
  }
>()("@paraph/core/fonts/FontReader") {}
