import { createHash, type Hash } from "node:crypto";

import { BackupCounter, BackupTable } from "@paraph/database";
import { Data, Schema } from "effect";

/**
 * A backup is a tar file, compressed with gzip, so that standard tools can read it. Its parts, in order:
 *
 * - `paraph-backup.json`, the {@linkcode Head};
 * - `tables/NAME/000001.jsonl` and so on: rows, each a JSON array of its values as PostgreSQL prints them;
 * * - `files/…`: documents under the names that rows refer to;
 * - `data/…`: other files of `DATA_DIR`, keys and emails;
 * * - between them `sums/000001` and so on: the output of `sha256sum` for the parts since the previous one;
 * * - `end.json`, the {@linkcode End}: a backup without it is incomplete.
 */
export const FORMAT = 1;

export const HEAD = "paraph-backup.json";
export const END = "end.json";

/** The description of a backup at its start. */
export const Head = Schema.Struct({
  format: Schema.Int,
  release: Schema.String,
  createdAt: Schema.String,
  /** The number of migrations applied to the schema. */
  schema: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 9999 })),
  tables: Schema.Array(BackupTable),
  counters: Schema.Array(BackupCounter),
});
export type Head = typeof Head.Type;

/** The counts of a backup, at its end. */
export const End = Schema.Struct({
  parts: Schema.Int,
  rows: Schema.Int,
  files: Schema.Int,
  /** Files that rows refer to and that the storage lacked. */
  missing: Schema.Int,
  /** The checksum of all checksums, in their order. */
  sha256: Schema.String,
});
export type End = typeof End.Type;

/** Folders of `DATA_DIR` in a backup: generated keys, and emails as files. */
export const DATA_FOLDERS = ["signing", "embed", "outbox"] as const;

/** A backup cannot be made, read or restored; the message says why. */
export class BackupFailed extends Data.TaggedError("backup_failed")<{ readonly message: string }> {}

/** Counts the parts of a backup in order and collects their checksums. */
export class Checksums {
  parts = 0;
  #checksumFiles = 0;
  #lines = "";
  #count = 0;
  readonly #all: Hash = createHash("sha256");

  add(name: string, bytes: Uint8Array): void {
    this.parts += 1;
    this.#count += 1;
    this.#lines += `${createHash("sha256").update(bytes).digest("hex")}  ${name}\n`;
  }

  /** The number of parts since the last checksums. */
  get pendingCount(): number {
    return this.#count;
  }

  /** Returns the checksums of these parts, with the name of their file. */
  take(): { readonly name: string; readonly text: string } {
    const name = `sums/${zeroPad(++this.#checksumFiles)}`;
    const text = this.#lines;
    this.#all.update(text);
    this.#lines = "";
    this.#count = 0;
    return { name, text };
  }

  /** The checksum of all checksums. */
  digest(): string {
    return this.#all.digest("hex");
  }
}

/** Formats a number so that names sort in its order. */
export function zeroPad(number: number): string {
  return String(number).padStart(6, "0");
}
