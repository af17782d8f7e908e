import { Effect } from "effect";

import { type BlobRef, BlobStore, jsonStorage, type StoredJson } from "../blobs/mod.ts";
import { type FileFace, type LoadableFace, storedFace } from "../fonts/mod.ts";
import type { CompiledLayout, Layout, LayoutSource } from "../layouts/mod.ts";
import type { TemplateVersionId } from "../values/mod.ts";
import type { CompiledVersion } from "./template.ts";
import {
  type StoredCompiled,
  type StoredLayout,
  type StoredVersion,
  TemplateStore,
} from "./template_store.ts";

/** Larger compiled layouts are stored as blobs. The previous release reads only those in rows. */
const MAX_INLINE_BYTES = 1024 * 1024;

/** A version to render that is not stored. */
export function versionOf(
  id: TemplateVersionId,
  source: LayoutSource,
  compiledLayout: CompiledLayout | null,
): CompiledVersion {
  return {
    id,
    manifest: source.manifest,
    source: Effect.succeed(source),
    compiled: compiledLayout,
    fonts: source.fonts ?? [],
  };
}

/** Stores the large parts of versions outside of their rows, and loads them. */
export const versionStorage = Effect.gen(function* () {
  const versions = yield* TemplateStore;
  const blobs = yield* BlobStore;
  const json = yield* jsonStorage;

  const storeCompiled = (compiledLayout: CompiledLayout): Effect.Effect<StoredCompiled> => {
    const { bytes, cuts = [], ...rest } = compiledLayout;
    return bytes.length <= MAX_INLINE_BYTES
      ? Effect.succeed(compiledLayout)
      : Effect.map(Effect.forEach(partsOf(bytes, cuts), blobs.put), (blobRefs) => ({
          ...rest,
          blobs: blobRefs,
        }));
  };

  /** Call it before the transaction that adds the version. */
  const store = Effect.fn("VersionStorage.store")(function* (version: {
    readonly layout: Layout;
    readonly compiled: CompiledLayout;
    readonly fonts: ReadonlyArray<FileFace>;
  }): Effect.fn.Return<StoredLayout> {
    return {
      layout: yield* json.store(JSON.stringify(version.layout)),
      compiled: yield* storeCompiled(version.compiled),
      fonts: version.fonts.map(storedFace),
    };
  });

  const readParts = Effect.fnUntraced(function* (refs: ReadonlyArray<BlobRef>) {
    const bytes = new Uint8Array(refs.reduce((length, { byteSize }) => length + byteSize, 0));
    let offset = 0;
    for (const { id, byteSize } of refs) {
      bytes.set(yield* blobs.read(id), offset);
      offset += byteSize;
    }
    return bytes;
  });

  const loadCompiled = (
    storedLayout: StoredCompiled | null,
  ): Effect.Effect<CompiledLayout | null> => {
    if (storedLayout === null || "bytes" in storedLayout) return Effect.succeed(storedLayout);
    const { blobs: refs, ...rest } = storedLayout;
    return Effect.map(readParts(refs), (bytes) => ({ ...rest, bytes }));
  };

  const layout = (storedJson: StoredJson): Effect.Effect<Layout> => json.load(storedJson);

  /** The source of a version. */
  const sourceOf = Effect.fnUntraced(function* (
    { id, title, manifest, projectLanguage, einvoice }: StoredVersion,
    fonts: ReadonlyArray<LoadableFace>,
  ): Effect.fn.Return<LayoutSource> {
    return {
      title,
      manifest,
      layout: yield* layout(yield* versions.loadLayout(id)),
      fonts,
      projectLanguage,
      einvoice,
    };
  });

  const loadable = (faces: ReadonlyArray<FileFace>) =>
    faces.map((face): LoadableFace => ({ ...face, load: blobs.read(face.file.id) }));

  /** The source of a version, without its compiled layout. */
  const loadSource = Effect.fn("VersionStorage.loadSource")(function* (
    versionId: TemplateVersionId,
  ): Effect.fn.Return<LayoutSource> {
    const version = yield* versions.loadVersion(versionId);
    return yield* sourceOf(version, loadable(version.fonts));
  });

  /** A version to render. */
  const load = Effect.fn("VersionStorage.load")(function* (
    versionId: TemplateVersionId,
  ): Effect.fn.Return<CompiledVersion> {
    const version = yield* versions.loadVersion(versionId);
    const { id, manifest, compiled } = version;
    const fonts = loadable(version.fonts);
    const source = sourceOf(version, fonts);
    return { id, manifest, source, compiled: yield* loadCompiled(compiled), fonts };
  });

  return { store, load, loadSource, layout };
});

function partsOf(bytes: Uint8Array, cuts: ReadonlyArray<number>): ReadonlyArray<Uint8Array> {
  return [0, ...cuts].map((start, index) => bytes.subarray(start, cuts[index]));
}
