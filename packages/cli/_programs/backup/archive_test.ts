import { Readable, Writable } from "node:stream";
import { gunzipSync, gzipSync } from "node:zlib";

import { assert, describe, it } from "@effect/vitest";
import { LATEST_MIGRATION } from "@paraph/database";
import { Effect } from "effect";
import { extract, pack } from "tar-stream";

import { FORMAT, type Head } from "./archive_form.ts";
import { archiveReader } from "./archive_reader.ts";
import { archiveWriter } from "./archive_writer.ts";

const HEAD: Head = {
  format: FORMAT,
  release: "0.1.0",
  createdAt: "2026-05-04T03:02:01.000Z",
  schema: LATEST_MIGRATION,
  tables: [{ name: "accounts", columns: ["id"] }],
  counters: [],
};

const PARTS: ReadonlyArray<readonly [string, string]> = [
  ["tables/accounts/000001.jsonl", '["1"]\n["2"]\n'],
  ...Array.from(
    { length: 300 },
    (_, index) => [`files/renders/${index}.pdf`, `%PDF ${index}`] as const,
  ),
  ["data/embed/signing_key.json", "{}"],
];

/** Returns the bytes of a backup. */
const writeArchive = Effect.fnUntraced(function* (head: Head) {
  const chunks: Array<Buffer> = [];
  const output = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk);
      done();
    },
  });
  const archive = yield* archiveWriter(output);
  yield* archive.head(head);
  for (const [name, text] of PARTS) yield* archive.add(name, Buffer.from(text));
  yield* archive.end({ rows: 2, files: 301, missing: 0 });
  return Buffer.concat(chunks);
}, Effect.scoped);

/** Reads bytes as a backup: returns the names of its parts and the failure, if any. */
const read = Effect.fnUntraced(function* (bytes: Uint8Array) {
  const names: Array<string> = [];
  const reader = yield* archiveReader(Readable.from([bytes]));
  yield* reader.each(({ name }) => Effect.sync(() => names.push(name)));
  return names;
}, Effect.scoped);

const refusal = (bytes: Uint8Array) =>
  Effect.map(Effect.flip(read(bytes)), ({ message }) => message);

type Entry = Parameters<ReturnType<typeof pack>["entry"]>[0];

/** Returns the same archive with its parts changed. */
const rewriteArchive = (
  bytes: Uint8Array,
  change: (name: string, content: Buffer) => ReadonlyArray<readonly [Entry, Buffer]>,
) =>
  Effect.promise(async () => {
    const tar = extract();
    const output = pack();
    tar.end(gunzipSync(bytes));
    for await (const entry of tar) {
      const chunks: Array<Buffer> = [];
      for await (const chunk of entry) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
      for (const [header, content] of change(entry.header.name, Buffer.concat(chunks))) {
        output.entry(header, content);
      }
    }
    output.finalize();
    const outputChunks: Array<Buffer> = [];
    for await (const chunk of output) if (Buffer.isBuffer(chunk)) outputChunks.push(chunk);
    return gzipSync(Buffer.concat(outputChunks));
  });

describe("a backup archive", () => {
  it.live("returns every part in its order", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* read(yield* writeArchive(HEAD)),
        PARTS.map(([name]) => name),
      );
    }),
  );

  it.live("is refused if it is incomplete", () =>
    Effect.gen(function* () {
      const bytes = yield* writeArchive(HEAD);
      for (let length = 0; length < bytes.length; length += Math.ceil(bytes.length / 40)) {
        const message = yield* refusal(bytes.subarray(0, length));
        assert.match(message, /incomplete|not a backup of Paraph/u, `at ${length}`);
      }
      assert.match(yield* refusal(bytes.subarray(0, bytes.length - 1)), /incomplete/u);
      const tar = gunzipSync(bytes);
      const half = gzipSync(tar.subarray(0, 512 * Math.floor(tar.length / 1024)));
      assert.match(yield* refusal(half), /incomplete|changed/u);
    }),
  );

  it.live("is refused if a part was changed, and the error names the part", () =>
    Effect.gen(function* () {
      const bytes = yield* writeArchive(HEAD);
      const archive = yield* rewriteArchive(bytes, (name, content) => [
        [{ name }, name === "files/renders/7.pdf" ? Buffer.from("%PDF 8") : content],
      ]);
      assert.match(yield* refusal(archive), /it was changed: files\/renders\/7\.pdf differs/u);
      const without = (part: RegExp) =>
        rewriteArchive(bytes, (name, content) => (part.test(name) ? [] : [[{ name }, content]]));
      assert.match(yield* refusal(yield* without(/renders\/8\.pdf$/u)), /it was changed/u);
      assert.match(yield* refusal(yield* without(/^(?:sums|end)/u)), /its end is missing/u);
      assert.match(yield* refusal(yield* without(/^sums/u)), /parts of it are missing/u);
      const corruptArchive = Buffer.from(bytes);
      corruptArchive[bytes.length >> 1] = (corruptArchive[bytes.length >> 1] ?? 0) ^ 1;
      assert.match(yield* refusal(corruptArchive), /damaged|changed|cannot be read/u);
    }),
  );

  it.live("is refused at once if it is not a backup or is of a later release", () =>
    Effect.gen(function* () {
      assert.match(
        yield* refusal(Buffer.from("PK\u0003\u0004 not this")),
        /not a backup of Paraph/u,
      );
      const other = yield* rewriteArchive(yield* writeArchive(HEAD), (name, content) => [
        [{ name: `x${name}` }, content],
      ]);
      assert.match(yield* refusal(other), /it is not a backup of Paraph/u);
      const schema = LATEST_MIGRATION + 1;
      assert.match(
        yield* refusal(yield* writeArchive({ ...HEAD, schema })),
        /newer than this Paraph/u,
      );
      const format = FORMAT + 1;
      assert.match(yield* refusal(yield* writeArchive({ ...HEAD, format })), /update Paraph/u);
    }),
  );

  it.live("is refused if it contains links, folders or a decompression bomb", () =>
    Effect.gen(function* () {
      const bytes = yield* writeArchive(HEAD);
      for (const type of ["symlink", "link", "directory"] as const) {
        const archive = yield* rewriteArchive(bytes, (name, content) =>
          name === "files/renders/3.pdf"
            ? [[{ name, type, linkname: "/etc/passwd" }, Buffer.alloc(0)]]
            : [[{ name }, content]],
        );
        assert.match(yield* refusal(archive), /is not a file/u);
      }
      const bomb = yield* rewriteArchive(bytes, (name, content) => [
        [{ name }, content],
        ...(name === "paraph-backup.json"
          ? Array.from({ length: 3 }, (_, index) => {
              const bomb = { name: `files/${index}.pdf` };
              return [bomb, Buffer.alloc(2 ** 26)] as const;
            })
          : []),
      ]);
      assert.match(yield* refusal(bomb), /grows too much/u);
    }),
  );
});
