import { AssetStore, type AssetRange, StorageUnavailable } from "@paraph/core/renders";
import { batched } from "@paraph/core/values";
import {
  DateTime,
  Duration,
  Effect,
  FileSystem,
  Layer,
  Option,
  Path,
  Schedule,
  type PlatformError,
  Stream,
} from "effect";
import { SecureRandom } from "effect/crypto";

/** The block size of most disks. */
const PROBE = new Uint8Array(4096);

/** Chunk size of reads in bytes. Smaller chunks make large files slow to read. */
const CHUNK_SIZE = 512 * 1024;

/** No write takes this long, so an older draft belongs to a process that was killed. */
const DRAFT_TTL = Duration.hours(1);

/**
 * Documents as files in a folder.
 *
 * A file is written as a draft, flushed, and moved to its name, so readers see a whole file or
 * none, also after a crash. Drafts that a crash leaves are removed within two hours.
 */
export function assetStoreFiles(
  folder: string,
): Layer.Layer<AssetStore, never, FileSystem.FileSystem | Path.Path | SecureRandom.SecureRandom> {
  return Layer.effect(
    AssetStore,
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem;
      const path = yield* Path.Path;
      const random = yield* SecureRandom.SecureRandom;
      const drafts = path.join(folder, ".drafts");
      // One by one: a recursive mkdir never returns where directories cannot be created (/proc).
      const makeFolder = (directory: string): Effect.Effect<void, PlatformError.PlatformError> =>
        Effect.gen(function* () {
          if (yield* fs.exists(directory)) return;
          yield* makeFolder(path.dirname(directory));
          yield* fs.makeDirectory(directory, { mode: 0o700 }).pipe(
            Effect.catchIf(
              ({ reason }) => reason._tag === "AlreadyExists",
              () => Effect.void,
            ),
          );
        });

      const newDraft = Effect.map(Effect.orDie(random.uuidV4()), (name) => path.join(drafts, name));

      /** Writes a whole file, with its content flushed. */
      const write = Effect.fnUntraced(function* (target: string, bytes: Uint8Array) {
        const draft = yield* newDraft;
        const file = yield* fs.open(draft, { flag: "wx", mode: 0o600 });
        yield* file.writeAll(bytes).pipe(
          Effect.andThen(file.sync),
          Effect.andThen(fs.rename(draft, target)),
          Effect.onError(() => Effect.ignore(fs.remove(draft))),
        );
      }, Effect.scoped);

      /** Flushes the entries of a folder, once for files that are written together. Not every system supports that. */
      const flushFolder = yield* batched(
        (directories: ReadonlyArray<string>) =>
          Effect.forEach(new Set(directories), (directory) =>
            fs.open(directory, { flag: "r" }).pipe(
              Effect.flatMap((handle) => handle.sync),
              Effect.scoped,
              Effect.ignore,
            ),
          ).pipe(Effect.as(directories)),
        { concurrency: 1, atMost: 1000 },
      );

      const put = Effect.fn("AssetStore.put")(function* (name: string, bytes: Uint8Array) {
        const target = path.join(folder, name);
        const directory = path.dirname(target);
        yield* write(target, bytes).pipe(
          // The first file of a folder.
          Effect.catchIf(isNotFound, () =>
            Effect.andThen(Effect.forEach([drafts, directory], makeFolder), write(target, bytes)),
          ),
        );
        yield* flushFolder(directory);
      }, toUnavailable);

      const moveDraft = Effect.fn("AssetStore.moveDraft")(function* (draft: string, name: string) {
        const target = path.join(folder, name);
        const directory = path.dirname(target);
        const move = fs.rename(draft, target);
        yield* Effect.catchIf(move, isNotFound, () => Effect.andThen(makeFolder(directory), move));
        yield* flushFolder(directory);
      }, toUnavailable);

      const open = Effect.fn("AssetStore.open")(function* (name: string, range?: AssetRange) {
        const target = path.join(folder, name);
        const info = yield* fs.stat(target).pipe(
          Effect.asSome,
          Effect.catchIf(isNotFound, () => Effect.succeedNone),
          toUnavailable,
        );
        return Option.map(info, ({ size, ino, mtime }) => ({
          byteSize: range?.length ?? Number(size),
          revision: [Option.getOrNull(ino), Option.getOrNull(mtime)?.getTime(), size].join("-"),
          bytes: fs
            .stream(target, {
              chunkSize: CHUNK_SIZE,
              ...(range === undefined ? {} : { offset: range.offset, bytesToRead: range.length }),
            })
            .pipe(Stream.catch((error) => Stream.fromEffect(unavailable(error)))),
        }));
      });

      const remove = Effect.fn("AssetStore.remove")(function* (name: string) {
        yield* toUnavailable(fs.remove(path.join(folder, name), { force: true }));
      });

      /** Writes and removes a file, because a writable disk can be full. */
      const check = Effect.gen(function* () {
        const probe = yield* newDraft;
        yield* makeFolder(drafts);
        yield* fs
          .writeFile(probe, PROBE, { flag: "wx", mode: 0o600 })
          .pipe(Effect.ensuring(Effect.ignore(fs.remove(probe, { force: true }))));
      }).pipe(toUnavailable);

      const sweep = Effect.gen(function* () {
        const now = yield* DateTime.now;
        const cutoff = DateTime.subtractDuration(now, DRAFT_TTL);
        const sweepOne = Effect.fnUntraced(function* (draft: string) {
          const { mtime } = yield* fs.stat(draft);
          const isOld = Option.exists(mtime, (date) => date < DateTime.toDateUtc(cutoff));
          if (isOld) yield* fs.remove(draft);
        });
        const names = yield* fs.readDirectory(drafts);
        // A draft may have been finished, or removed by another process.
        yield* Effect.forEach(names, (name) => Effect.ignore(sweepOne(path.join(drafts, name))));
      });
      // The folder does not exist at first.
      const safeSweep = Effect.ignore(sweep);
      yield* safeSweep;
      yield* safeSweep.pipe(
        Effect.schedule(Schedule.spaced(DRAFT_TTL)),
        Effect.forkScoped({ startImmediately: true }),
      );

      // Files have no public URLs: the server sends them.
      const publish = () => Effect.succeedNone;
      const unpublish = () => Effect.void;
      return AssetStore.of({
        put,
        drafts: {
          newPath: newDraft,
          move: moveDraft,
          remove: (draft) => Effect.ignore(fs.remove(draft, { force: true })),
        },
        open,
        remove,
        publish,
        unpublish,
        check,
      });
    }),
  );
}

function isNotFound({ reason }: PlatformError.PlatformError): boolean {
  return reason._tag === "NotFound";
}

/** A full or missing disk is transient. Details go to the log. */
function unavailable(error: PlatformError.PlatformError) {
  return Effect.andThen(
    Effect.logError(`The folder of documents cannot be used: ${error.message}`),
    Effect.fail(StorageUnavailable.of()),
  );
}

function toUnavailable<A, R>(effect: Effect.Effect<A, PlatformError.PlatformError, R>) {
  return Effect.catchTag(effect, "PlatformError", unavailable);
}
