import { AssetStore, type AssetRange, StorageUnavailable } from "@paraph/core/renders";
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

/** As much as disks give at a time. */
const PROBE = new Uint8Array(4096);

/** So many bytes are read at a time: fewer would make large files slow to read. */
const CHUNK = 512 * 1024;

/** No draft is written for so long: one that is older was left behind by a process that died. */
const ABANDONED_AFTER = Duration.hours(1);

/**
 * Documents as files in a folder.
 *
 * A file is written in the folder of drafts, flushed, and moved to its place: a reader finds
 * it whole or not at all, after a crash too. What a crash leaves among the drafts is removed within
 * two hours.
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
      const makeFolder = (place: string): Effect.Effect<void, PlatformError.PlatformError> =>
        Effect.gen(function* () {
          if (yield* fs.exists(place)) return;
          yield* makeFolder(path.dirname(place));
          yield* fs.makeDirectory(place, { mode: 0o700 }).pipe(
            Effect.catchIf(
              ({ reason }) => reason._tag === "AlreadyExists",
              () => Effect.void,
            ),
          );
        });

      const put = Effect.fn("AssetStore.put")(
        function* (name: string, bytes: Uint8Array) {
          const target = path.join(folder, name);
          const draft = path.join(drafts, yield* random.uuidV4());
          yield* Effect.forEach([drafts, path.dirname(target)], makeFolder);
          const file = yield* fs.open(draft, { flag: "wx", mode: 0o600 });
          const write = file
            .writeAll(bytes)
            .pipe(Effect.andThen(file.sync), Effect.andThen(fs.rename(draft, target)));
          yield* Effect.onError(write, () => Effect.ignore(fs.remove(draft)));
          yield* flushFolder(path.dirname(target));
        },
        Effect.scoped,
        told,
      );

      /** A name reaches the disk with its folder. Not every system lets a folder be flushed. */
      const flushFolder = (place: string) =>
        fs.open(place, { flag: "r" }).pipe(
          Effect.flatMap((opened) => opened.sync),
          Effect.ignore,
        );

      const open = Effect.fn("AssetStore.open")(function* (name: string, range?: AssetRange) {
        const target = path.join(folder, name);
        const info = yield* fs.stat(target).pipe(
          Effect.asSome,
          Effect.catchIf(
            ({ reason }) => reason._tag === "NotFound",
            () => Effect.succeedNone,
          ),
          told,
        );
        return Option.map(info, ({ size, ino, mtime }) => ({
          byteSize: range?.length ?? Number(size),
          revision: [Option.getOrNull(ino), Option.getOrNull(mtime)?.getTime(), size].join("-"),
          bytes: fs
            .stream(target, {
              chunkSize: CHUNK,
              ...(range === undefined ? {} : { offset: range.offset, bytesToRead: range.length }),
            })
            .pipe(Stream.catch((error) => Stream.fromEffect(unavailable(error)))),
        }));
      });

      const remove = Effect.fn("AssetStore.remove")(function* (name: string) {
        yield* told(fs.remove(path.join(folder, name), { force: true }));
      });

      /** Writes a little and takes it away again: a disk that may be written to can be full. */
      const check = Effect.gen(function* () {
        const probe = path.join(drafts, yield* random.uuidV4());
        yield* makeFolder(drafts);
        yield* fs
          .writeFile(probe, PROBE, { flag: "wx", mode: 0o600 })
          .pipe(Effect.ensuring(Effect.ignore(fs.remove(probe, { force: true }))));
      }).pipe(told);

      const sweep = Effect.gen(function* () {
        const now = yield* DateTime.now;
        const before = DateTime.subtractDuration(now, ABANDONED_AFTER);
        const sweepOne = Effect.fnUntraced(function* (draft: string) {
          const { mtime } = yield* fs.stat(draft);
          const isOld = Option.exists(mtime, (at) => at < DateTime.toDateUtc(before));
          if (isOld) yield* fs.remove(draft);
        });
        const names = yield* fs.readDirectory(drafts);
        // One may have been finished meanwhile, and another process may be sweeping too.
        yield* Effect.forEach(names, (name) => Effect.ignore(sweepOne(path.join(drafts, name))));
      });
      // There is no such folder at first.
      const sweeping = Effect.ignore(sweep);
      yield* sweeping;
      yield* sweeping.pipe(
        Effect.schedule(Schedule.spaced(ABANDONED_AFTER)),
        Effect.forkScoped({ startImmediately: true }),
      );

      // Files have no URLs of their own: the server sends them.
      const publish = () => Effect.succeedNone;
      const unpublish = () => Effect.void;
      return AssetStore.of({ put, open, remove, publish, unpublish, check });
    }),
  );
}

/** A full or absent disk is transient, and details are for the log. */
function unavailable(error: PlatformError.PlatformError) {
  return Effect.andThen(
    Effect.logError(`The folder of documents cannot be used: ${error.message}`),
    Effect.fail(StorageUnavailable.of()),
  );
}

function told<A, R>(effect: Effect.Effect<A, PlatformError.PlatformError, R>) {
  return Effect.catchTag(effect, "PlatformError", unavailable);
}
