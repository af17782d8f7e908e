import type { Writable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";

import { Effect, Predicate, type Scope } from "effect";
import { pack } from "tar-stream";

import { BackupFailed, type End, END, HEAD, type Head, Checksums } from "./archive_form.ts";

/** Writes the parts of a backup in order. */
export interface ArchiveWriter {
  readonly head: (head: Head) => Effect.Effect<void, BackupFailed>;
  readonly add: (name: string, bytes: Uint8Array) => Effect.Effect<void, BackupFailed>;
  /** Writes the counts and checksums at the end. */
  readonly end: (end: Omit<End, "parts" | "sha256">) => Effect.Effect<End, BackupFailed>;
}

/** The number of parts that share a file of checksums. */
const CHECKSUM_BATCH_SIZE = 256;

/** Documents are compressed already, and rows compress well at any level. */
const LEVEL = 3;

/**
 * Opens an archive on a stream. A stream that is not a file stays open. At most one part is in memory.
 */
export function archiveWriter(output: Writable): Effect.Effect<ArchiveWriter, never, Scope.Scope> {
  const open = Effect.sync(() => {
    const tar = pack();
    const isStandard = output === process.stdout;
    const completion = pipeline(tar, createGzip({ level: LEVEL }), output, { end: !isStandard });
    // The next write fails with the same error.
    completion.catch(() => undefined);
    return { tar, completion };
  });
  const close = ({ tar, completion }: Effect.Success<typeof open>) =>
    Effect.promise(async () => {
      tar.destroy();
      await completion.catch(() => undefined);
    });
  return Effect.acquireRelease(open, close).pipe(
    Effect.map(({ tar, completion }) => {
      const checksums = new Checksums();
      const put = async (name: string, bytes: Uint8Array) => {
        const entry = tar.entry({ name, size: bytes.length, mode: 0o600, mtime: new Date(0) });
        const drain = finished(entry);
        drain.catch(() => undefined);
        entry.end(bytes);
        // When the output fails, the rest is not read.
        await Promise.race([drain, completion]);
      };
      const writeChecksums = async () => {
        const { name, text } = checksums.take();
        await put(name, Buffer.from(text));
      };
      const add = (name: string, bytes: Uint8Array) =>
        writing(async () => {
          await put(name, bytes);
          checksums.add(name, bytes);
          if (checksums.pendingCount === CHECKSUM_BATCH_SIZE) await writeChecksums();
        });
      return {
        head: (head) => add(HEAD, jsonBytes(head)),
        add,
        end: (counts) =>
          writing(async () => {
            if (checksums.pendingCount > 0) await writeChecksums();
            const end: End = { parts: checksums.parts, ...counts, sha256: checksums.digest() };
            await put(END, jsonBytes(end));
            tar.finalize();
            await completion;
            return end;
          }),
      };
    }),
  );
}

function jsonBytes(value: unknown): Uint8Array {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}

function writing<A>(write: () => Promise<A>): Effect.Effect<A, BackupFailed> {
  return Effect.tryPromise({
    try: write,
    catch: (cause) => {
      const why = Predicate.isError(cause) ? cause.message : String(cause);
      return new BackupFailed({ message: `The backup cannot be written: ${why}` });
    },
  });
}
