import { Context, DateTime, Effect, Layer, Option, Result, Schema } from "effect";

import { AuditLog } from "../audit/mod.ts";
import { type BlobRef, BlobStore } from "../blobs/mod.ts";
import { idempotent, keyedRequest } from "../idempotency/mod.ts";
import {
  Conflict,
  decodeBase64File,
  FontId,
  InvalidRequest,
  newRow,
  NotFound,
  type ProjectId,
  Transaction,
  withRandom,
} from "../values/mod.ts";
import { BUNDLED_FONTS } from "./bundled_fonts.ts";
import {
  type AddFont,
  type Font,
  MAX_FONT_BYTES,
  MAX_FONTS,
  MAX_TOTAL_FONT_BYTES,
  type RemovedFont,
} from "./font.ts";
import { FontName } from "./font_name.ts";
import { type FontFacts, FontReader } from "./font_reader.ts";
import { FontStore, type StoredFont } from "./font_store.ts";
import { namedInstances } from "./project_fonts.ts";

/** A font, and whether this request added it. */
export interface AddedFont extends Font {
  readonly created: boolean;
}

/** A font file that was read and stored. */
interface StoredFile {
  readonly file: BlobRef;
  readonly facts: FontFacts;
}

const isFontName = Schema.is(FontName);

/** Adds, lists and removes the fonts of projects. */
export class Fonts extends Context.Service<
  Fonts,
  {
    /**
     * Adds a font, once per idempotency key. The same file under the same name is the existing font. Fails if
     * the name has another file, or if the file is not a font that documents can embed.
     */
    readonly add: (
      project: ProjectId,
      font: AddFont,
      idempotencyKey?: string,
    ) => Effect.Effect<AddedFont, InvalidRequest | Conflict | NotFound>;
    /** By name. */
    readonly list: (project: ProjectId) => Effect.Effect<ReadonlyArray<Font>>;
    /** Removes a font. Published versions keep its file. */
    readonly remove: (project: ProjectId, name: string) => Effect.Effect<RemovedFont, NotFound>;
  }
>()("@paraph/core/fonts/Fonts") {
  static readonly layer = Layer.effect(
    Fonts,
    Effect.gen(function* () {
      const store = yield* FontStore;
      const reader = yield* FontReader;
      const blobs = yield* BlobStore;
      const audit = yield* AuditLog;
      const transaction = yield* Transaction;
      const runOnce = yield* idempotent;
      const row = yield* withRandom(newRow);

      /** Reads and stores a file, outside of the transaction. */
      const storeFile = Effect.fnUntraced(function* (
        name: string,
        data: string,
      ): Effect.fn.Return<StoredFile, InvalidRequest | Conflict> {
        if (isBundled(name)) return yield* BUNDLED(name);
        const bytes = yield* Effect.fromResult(
          Result.mapError(decodeBase64File(data, MAX_FONT_BYTES), invalidFile),
        );
        const facts = yield* reader
          .read(bytes)
          .pipe(Effect.mapError(({ message }) => invalidFile(message)));
        return { file: yield* blobs.put(bytes), facts };
      });

      const insert = Effect.fnUntraced(function* (
        projectId: ProjectId,
        name: string,
        { file, facts }: StoredFile,
      ): Effect.fn.Return<AddedFont, Conflict> {
        const totals = yield* store.totalsLocked(projectId);
        const existing = yield* store.find(projectId, name);
        if (Option.isSome(existing)) {
          if (existing.value.sha256 !== file.id) return yield* TAKEN(name);
          return { ...toFont(existing.value), created: false };
        }
        if (totals.count >= MAX_FONTS) return yield* TOO_MANY;
        if (totals.bytes + file.byteSize > MAX_TOTAL_FONT_BYTES) return yield* TOO_LARGE;
        const { id, createdAt } = yield* row;
        const font: StoredFont = {
          id: FontId.make(id),
          projectId,
          name,
          family: facts.family,
          style: facts.style,
          weight: facts.weight,
          scripts: facts.scripts,
          instances: namedInstances(name, facts),
          byteSize: file.byteSize,
          sha256: file.id,
          createdAt,
        };
        yield* store.add(font);
        yield* audit.record({
          action: "font.added",
          projectId,
          target: { kind: "font", id },
          details: { name, sha256: file.id },
        });
        return { ...toFont(font), created: true };
      });

      const replay = Effect.fnUntraced(function* (
        project: ProjectId,
        id: string,
      ): Effect.fn.Return<AddedFont, NotFound> {
        const font = yield* store.findById(project, FontId.make(id));
        const found = yield* Effect.fromOption(font, () => NotFound.of("font"));
        return { ...toFont(found), created: false };
      });

      const add = Effect.fn("Fonts.add")(function* (
        project: ProjectId,
        { name, data }: AddFont,
        idempotencyKey?: string,
      ) {
        const scope = { operation: "fonts.add", within: project } as const;
        const { value } = yield* runOnce(keyedRequest(scope, idempotencyKey), {
          replay: (id) => replay(project, id),
          prepare: storeFile(name, data),
          make: (file) => insert(project, name, file),
        });
        return value;
      });

      const list = Effect.fn("Fonts.list")((project: ProjectId) =>
        Effect.map(store.list(project), (fonts) => fonts.map(toFont)),
      );

      const remove = Effect.fn("Fonts.remove")(function* (projectId: ProjectId, name: string) {
        if (!isFontName(name)) return yield* NotFound.of("font");
        const deletedAt = yield* DateTime.now;
        const id = yield* Effect.flatMap(
          store.remove(projectId, name),
          Effect.fromOption(() => NotFound.of("font")),
        );
        yield* audit.record({
          action: "font.removed",
          projectId,
          target: { kind: "font", id },
          details: { name },
        });
        return { name, deletedAt };
      }, transaction.run);

      return Fonts.of({ add, list, remove });
    }),
  );
}

function toFont(font: StoredFont): Font {
  const { id, name, family, style, weight, scripts, instances, byteSize, sha256, createdAt } = font;
  return {
    id,
    name,
    family,
    style,
    weight,
    scripts,
    instances: instances.map((instance) => ({
      name: instance.name,
      style: instance.style,
      weight: instance.weight,
    })),
    byteSize,
    sha256,
    createdAt,
  };
}

function isBundled(name: string): boolean {
  return BUNDLED_FONTS.some((font) => font.name === name);
}

const invalidFile = (message: string) => InvalidRequest.of([{ path: "data", message }]);
const BUNDLED = (name: string) => Conflict.of(`"${name}" is a font of Paraph. Choose another name`);
const TAKEN = (name: string) =>
  Conflict.of(`The project has another font "${name}". Delete it, or choose another name`);
const TOO_MANY = Conflict.of(`A project has at most ${MAX_FONTS} fonts. Delete some first`);
const TOO_LARGE = Conflict.of(
  `The fonts of a project have at most ${MAX_TOTAL_FONT_BYTES / 1024 / 1024} MiB. Delete some first`,
);
