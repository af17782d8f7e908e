import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";

import { LATEST_MIGRATION } from "@paraph/database";
import { Effect, Predicate, Schema } from "effect";
import { extract, type Header } from "tar-stream";

import { BackupFailed, End, END, FORMAT, Head, HEAD, Checksums } from "./archive_form.ts";

/** A complete part of a backup. */
interface Part {
  readonly name: string;
  readonly bytes: Buffer;
}

/** A backup that is being read. */
export interface ArchiveReader {
  readonly head: Head;
  /** The hash of its head, which is unique for each backup. */
  readonly identity: string;
  /** Calls `use` with each part after the head. Succeeds only if the file is complete and unchanged. */
  readonly each: <E, R>(
    take: (part: Part) => Effect.Effect<void, E, R>,
  ) => Effect.Effect<End, E | BackupFailed, R>;
}

/** The largest part that is read, in bytes. Documents are far smaller. */
const MAX_PART_SIZE = 2 ** 30;

/**
 * The largest growth on decompression. Backups compress far less; a file that grows more is made to fill
 * disks.
 */
const GROWTH = { times: 300, allowance: 2 ** 26 };

/** Reads the head of a backup and checks that this release can read the rest. */
export const archiveReader = Effect.fnUntraced(function* (input: Readable) {
  const parts = yield* partsOf(input);
  const first = yield* parts.next;
  if (first?.name !== HEAD) return yield* readFailure("it is not a backup of Paraph");
  const form = yield* parse(first, Schema.Struct({ format: Schema.Int }));
  if (form.format !== FORMAT) {
    return yield* readFailure(
      `its format (${form.format}) is newer than this release; update Paraph`,
    );
  }
  const head = yield* parse(first, Head);
  if (head.schema > LATEST_MIGRATION) {
    return yield* readFailure(
      `its schema (${head.schema}) is newer than this Paraph (${LATEST_MIGRATION}); update Paraph`,
    );
  }
  const reader: ArchiveReader = {
    head,
    identity: createHash("sha256").update(first.bytes).digest("hex"),
    each: Effect.fnUntraced(function* (take) {
      const checksums = new Checksums();
      checksums.add(first.name, first.bytes);
      for (;;) {
        const part = yield* parts.next;
        if (part === undefined) return yield* readFailure("it is incomplete: its end is missing");
        if (part.name === END) return yield* checkEnd(part, checksums, parts.next);
        if (part.name.startsWith("sums/")) yield* verifyChecksums(part, checksums);
        else {
          checksums.add(part.name, part.bytes);
          yield* take(part);
        }
      }
    }),
  };
  return reader;
});

const verifyChecksums = Effect.fnUntraced(function* ({ name, bytes }: Part, checksums: Checksums) {
  const expectedPart = checksums.take();
  const [lines, expected] = [bytes.toString("utf8"), expectedPart.text].map((text) =>
    text.split("\n"),
  );
  if (name === expectedPart.name && bytes.toString("utf8") === expectedPart.text) return undefined;
  const lineIndex = expected?.findIndex((line, index) => line !== lines?.[index]) ?? -1;
  const damagedPart = expected?.[lineIndex]?.slice(64).trim();
  return yield* readFailure(
    `it was changed${damagedPart === undefined ? "" : `: ${damagedPart} differs from its checksum`}`,
  );
});

const checkEnd = Effect.fnUntraced(function* (
  part: Part,
  checksums: Checksums,
  next: Effect.Effect<Part | undefined, BackupFailed>,
) {
  const end = yield* parse(part, End);
  const isComplete =
    checksums.pendingCount === 0 &&
    end.parts === checksums.parts &&
    end.sha256 === checksums.digest();
  if (!isComplete) return yield* readFailure("it was changed: parts of it are missing");
  if ((yield* next) !== undefined)
    return yield* readFailure("it was changed: it continues after its end");
  return end;
});

/** The parts of an archive, one at a time; `undefined` after the last. */
const partsOf = Effect.fnUntraced(function* (input: Readable) {
  const archive = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const gunzip = createGunzip();
      const tar = extract();
      const limitGrowth = async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          const most = gunzip.bytesWritten * GROWTH.times + GROWTH.allowance;
          totalBytes += chunk.length;
          if (totalBytes > most) throw new Error("it grows too much on decompression");
          yield chunk;
        }
      };
      let totalBytes = 0;
      const read = pipeline(input, gunzip, limitGrowth, tar);
      read.catch(() => undefined);
      return { tar, read, entries: tar[Symbol.asyncIterator]() };
    }),
    ({ tar, read }) =>
      Effect.promise(async () => {
        tar.destroy();
        await read.catch(() => undefined);
      }),
  );
  const next = Effect.tryPromise({
    try: async () => {
      const { done, value } = await archive.entries.next();
      if (done !== true) return await readPart(value);
      await archive.read;
      return undefined;
    },
    catch: (cause) => problemOf(cause),
  });
  return { next };
});

type Entry = AsyncIterable<unknown> & { readonly header: Header };

async function readPart(entry: Entry): Promise<Part> {
  const { name, type, size } = entry.header;
  if (type !== "file") throw new Error(`${name} is not a file`);
  if (size > MAX_PART_SIZE) throw new Error(`${name} is too large`);
  const chunks: Array<Buffer> = [];
  for await (const chunk of entry) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  return { name, bytes: Buffer.concat(chunks) };
}

/** Plain messages for the codes of libraries. */
const PROBLEMS: Readonly<Record<string, string>> = {
  Z_BUF_ERROR: "it is incomplete",
  Z_DATA_ERROR: "it is damaged, or not a backup of Paraph",
  ENOENT: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "permission denied",
  "Unexpected end of data": "it is incomplete",
};

function problemOf(cause: unknown): BackupFailed {
  const code = Predicate.hasProperty(cause, "code") ? String(cause.code) : "";
  const message = Predicate.isError(cause) ? cause.message : String(cause);
  return readFailure(PROBLEMS[code] ?? PROBLEMS[message] ?? message);
}

function parse<A, I>({ name, bytes }: Part, schema: Schema.Codec<A, I>) {
  return Schema.decodeEffect(Schema.fromJsonString(schema))(bytes.toString("utf8")).pipe(
    Effect.mapError(
      () => new BackupFailed({ message: `The backup cannot be read: its ${name} is not valid` }),
    ),
  );
}

function readFailure(problem: string): BackupFailed {
  return new BackupFailed({ message: `The backup cannot be read: ${problem}` });
}
