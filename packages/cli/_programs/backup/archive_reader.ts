import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";

import { LATEST_MIGRATION } from "@paraph/database";
import { Effect, Predicate, Schema } from "effect";
import { extract, type Header } from "tar-stream";

import { BackupFailed, End, END, FORMAT, Head, HEAD, Sums } from "./archive_form.ts";

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
const LARGEST_PART = 2 ** 30;

/**
 * The largest growth on decompression. Backups compress far less; a file that grows more is made to fill
 * disks.
 */
const GROWTH = { times: 300, besides: 2 ** 26 };

/** Reads the head of a backup and checks that this release can read the rest. */
export const archiveReader = Effect.fnUntraced(function* (input: Readable) {
  const parts = yield* partsOf(input);
  const first = yield* parts.next;
  if (first?.name !== HEAD) return yield* broken("it is not a backup of Paraph");
  const form = yield* parse(first, Schema.Struct({ format: Schema.Int }));
  if (form.format !== FORMAT) {
    return yield* broken(`its format (${form.format}) is newer than this release; update Paraph`);
  }
  const head = yield* parse(first, Head);
  if (head.schema > LATEST_MIGRATION) {
    return yield* broken(
      `its schema (${head.schema}) is newer than this Paraph (${LATEST_MIGRATION}); update Paraph`,
    );
  }
  const reader: ArchiveReader = {
    head,
    identity: createHash("sha256").update(first.bytes).digest("hex"),
    each: Effect.fnUntraced(function* (take) {
      const sums = new Sums();
      sums.add(first.name, first.bytes);
      for (;;) {
        const part = yield* parts.next;
        if (part === undefined) return yield* broken("it is incomplete: its end is missing");
        if (part.name === END) return yield* checkEnd(part, sums, parts.next);
        if (part.name.startsWith("sums/")) yield* verifyChecksums(part, sums);
        else {
          sums.add(part.name, part.bytes);
          yield* take(part);
        }
      }
    }),
  };
  return reader;
});

const verifyChecksums = Effect.fnUntraced(function* ({ name, bytes }: Part, sums: Sums) {
  const wanted = sums.take();
  const [lines, expected] = [bytes.toString("utf8"), wanted.text].map((text) => text.split("\n"));
  if (name === wanted.name && bytes.toString("utf8") === wanted.text) return undefined;
  const at = expected?.findIndex((line, at) => line !== lines?.[at]) ?? -1;
  const damaged = expected?.[at]?.slice(64).trim();
  return yield* broken(
    `it was changed${damaged === undefined ? "" : `: ${damaged} differs from its checksum`}`,
  );
});

const checkEnd = Effect.fnUntraced(function* (
  part: Part,
  sums: Sums,
  next: Effect.Effect<Part | undefined, BackupFailed>,
) {
  const end = yield* parse(part, End);
  const isWhole = sums.unsummed === 0 && end.parts === sums.parts && end.sha256 === sums.digest();
  if (!isWhole) return yield* broken("it was changed: parts of it are missing");
  if ((yield* next) !== undefined)
    return yield* broken("it was changed: it continues after its end");
  return end;
});

/** The parts of an archive, one at a time; `undefined` after the last. */
const partsOf = Effect.fnUntraced(function* (input: Readable) {
  const opened = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const gunzip = createGunzip();
      const tar = extract();
      const limited = async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          const most = gunzip.bytesWritten * GROWTH.times + GROWTH.besides;
          grown += chunk.length;
          if (grown > most) throw new Error("it grows too much on decompression");
          yield chunk;
        }
      };
      let grown = 0;
      const read = pipeline(input, gunzip, limited, tar);
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
      const { done, value } = await opened.entries.next();
      if (done !== true) return await wholePart(value);
      await opened.read;
      return undefined;
    },
    catch: (cause) => problemOf(cause),
  });
  return { next };
});

type Entry = AsyncIterable<unknown> & { readonly header: Header };

async function wholePart(entry: Entry): Promise<Part> {
  const { name, type, size } = entry.header;
  if (type !== "file") throw new Error(`${name} is not a file`);
  if (size > LARGEST_PART) throw new Error(`${name} is too large`);
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
  return broken(PROBLEMS[code] ?? PROBLEMS[message] ?? message);
}

function parse<A, I>({ name, bytes }: Part, schema: Schema.Codec<A, I>) {
  return Schema.decodeEffect(Schema.fromJsonString(schema))(bytes.toString("utf8")).pipe(
    Effect.mapError(
      () => new BackupFailed({ message: `The backup cannot be read: its ${name} is not valid` }),
    ),
  );
}

function broken(problem: string): BackupFailed {
  return new BackupFailed({ message: `The backup cannot be read: ${problem}` });
}
