import { createHash, type Hash } from "node:crypto";

import { KeptCounter, KeptTable } from "@paraph/database";
import { Data, Schema } from "effect";

/**
 * A backup is a tar file, compressed with gzip, so that standard tools can read it. Its parts, in order:
 *
 * - `paraph-backup.json`, the {@linkcode Head};
 * - `tables/NAME/000001.jsonl` and so on: rows, each a JSON array of its values as PostgreSQL prints them;
 * - `files/…`: documents under the names that rows give them;
 * - `data/…`: other files of `DATA_DIR`, keys and emails;
 * - in between `sums/000001` and so on: what `sha256sum` prints for the parts since the one before;
 * - `end.json`, the {@linkcode End}: a backup without it was cut off.
 */
export const FORMAT = 1;

export const HEAD = "paraph-backup.json";
export const END = "end.json";

/** What a backup is of. */
export const Head = Schema.Struct({
  format: Schema.Int,
  release: Schema.String,
  createdAt: Schema.String,
  /** How many changes the schema had had. */
  schema: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 9999 })),
  tables: Schema.Array(KeptTable),
  counters: Schema.Array(KeptCounter),
});
export type Head = typeof Head.Type;

/** What a backup turned out to hold. */
export const End = Schema.Struct({
  parts: Schema.Int,
  rows: Schema.Int,
  files: Schema.Int,
  /** Files that rows name and that were not there. */
  missing: Schema.Int,
  /** Of all sums, one after the other. */
  sha256: Schema.String,
});
export type End = typeof End.Type;

/** Folders of `DATA_DIR` that are part of a backup: generated keys, and emails as files. */
export const DATA_FOLDERS = ["signing", "embed", "outbox"] as const;

/** A backup cannot be made, read or put back; the message says why. */
export class BackupFailed extends Data.TaggedError("backup_failed")<{ readonly message: string }> {}

/** Counts the parts of a backup in order, and knows where checksums are expected. */
export class Sums {
  parts = 0;
  #sums = 0;
  #lines = "";
  #count = 0;
  readonly #all: Hash = createHash("sha256");

  add(name: string, bytes: Uint8Array): void {
    this.parts += 1;
    this.#count += 1;
    this.#lines += `${createHash("sha256").update(bytes).digest("hex")}  ${name}\n`;
  }

  /** How many parts have come since the last sums. */
  get unsummed(): number {
    return this.#count;
  }

  /** The sums of these, and their name. */
  take(): { readonly name: string; readonly text: string } {
    const name = `sums/${numbered(++this.#sums)}`;
    const text = this.#lines;
    this.#all.update(text);
    this.#lines = "";
    this.#count = 0;
    return { name, text };
  }

  /** The sum of all sums. */
  digest(): string {
    return this.#all.digest("hex");
  }
}

/** A number that sorts by its digits. */
export function numbered(number: number): string {
  return String(number).padStart(6, "0");
}
