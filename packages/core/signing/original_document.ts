import { Effect, Option } from "effect";

import {
  type AssetRange,
  AssetStore,
  type Document,
  pdfFilename,
  Renders,
  type StorageUnavailable,
  verifiedFiles,
} from "../renders/mod.ts";
import { type Envelope, flattenedName } from "../signatures/mod.ts";
import { NotFound } from "../values/mod.ts";
import type { SigningEnvelope } from "./signing_envelope.ts";

/** The envelope of a document. */
type Original = Pick<SigningEnvelope, "reference" | "projectId" | "renderId" | "originalSha256">;

/**
 * The documents that envelopes were sent with: the render itself, or its flattened copy, which is stored for
 * the request. Recipients see the same bytes that are hashed and sealed.
 */
export const originalDocuments = Effect.gen(function* () {
  const renders = yield* Renders;
  const assets = yield* AssetStore;
  const openFile = yield* verifiedFiles;

  /** Stores the document of an envelope before the envelope exists, unless it is the render's own. */
  const store = Effect.fnUntraced(function* (order: Envelope) {
    const { projectId, renderId, reference, sha256, pdf } = order;
    const render = yield* Effect.option(renders.get(projectId, renderId));
    const isRender = Option.exists(render, (found) => found.sha256 === sha256);
    yield* isRender ? Effect.void : assets.put(flattenedName(reference), pdf);
  });

  const open = Effect.fnUntraced(function* (
    { reference, projectId, renderId, originalSha256: sha256 }: Original,
    range?: AssetRange,
  ): Effect.fn.Return<Document, NotFound | StorageUnavailable> {
    const render = yield* renders.get(projectId, renderId);
    if (render.sha256 === sha256) return yield* renders.open(projectId, renderId, range);
    const name = flattenedName(reference);
    const gone = () => NotFound.of("document");
    const whole = yield* Effect.fromOption(yield* assets.open(name), gone);
    const { byteSize } = whole;
    const asset = yield* Effect.fromOption(
      yield* openFile({ name, sha256, byteSize }, range),
      gone,
    );
    const filename = pdfFilename(render.filename, render.templateSlug);
    return { ...asset, sha256, totalSize: byteSize, filename };
  });

  return { store, open };
});
