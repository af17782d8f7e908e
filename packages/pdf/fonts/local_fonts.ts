import { createHash } from "node:crypto";

import { BlobId } from "@paraph/core/blobs";
import {
  allFaces,
  FontReader,
  type LoadableFace,
  namedInstances,
  type UnreadableFont,
} from "@paraph/core/fonts";
import { Data, Effect } from "effect";

/** A font that is not stored on a server. */
export interface LocalFont {
  /** The name that layouts use as `fontName`. */
  readonly name: string;
  /** A TrueType or OpenType file. */
  readonly data: Uint8Array;
}

/** A font cannot be used. */
export class UnusableFont extends Data.TaggedError("unusable_font")<{
  readonly name: string;
  readonly message: string;
}> {}

/** Reads fonts, so that templates can be published with them. Fails with the first one that is unusable. */
export const readFonts = Effect.fn("readFonts")(function* (
  fonts: ReadonlyArray<LocalFont>,
): Effect.fn.Return<ReadonlyArray<LoadableFace>, UnusableFont, FontReader> {
  const { read } = yield* FontReader;
  const faces = yield* Effect.forEach(
    fonts,
    Effect.fnUntraced(function* ({ name, data }) {
      const facts = yield* Effect.mapError(
        read(data),
        ({ message }: UnreadableFont) => new UnusableFont({ name, message }),
      );
      const font = {
        ...facts,
        name,
        instances: namedInstances(name, facts),
        byteSize: data.length,
        sha256: BlobId.make(createHash("sha256").update(data).digest("hex")),
      };
      return { font, data };
    }),
  );
  const files = new Map(faces.map(({ font, data }) => [font.sha256, data]));
  return allFaces(faces.map(({ font }) => font)).map((face) => ({
    ...face,
    load: Effect.sync(() => files.get(face.file.id) ?? new Uint8Array()),
  }));
});
