import { BlobId, BlobStore } from "@paraph/core/blobs";
import { type Asset, AssetStore } from "@paraph/core/renders";
import { Effect, Layer, Option, Schema, Stream } from "effect";
import { Digest, SecureRandom } from "effect/crypto";
import { SqlClient } from "effect/sql";

import { readRows } from "../sql/rows.ts";

const idRows = readRows(Schema.Struct({ id: BlobId }));
const nameRows = readRows(Schema.Struct({ name: Schema.String }));

/** Blobs as files of the asset store with rows in PostgreSQL. */
export const blobStoreSql: Layer.Layer<
  BlobStore,
  never,
  SqlClient.SqlClient | AssetStore | Digest.Digest | SecureRandom.SecureRandom
> = Layer.effect(
  BlobStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient;
    const assets = yield* AssetStore;
    const digest = yield* Digest.Digest;
    const random = yield* SecureRandom.SecureRandom;
    // A stored blob gets its reference within the hour.
    const touchColumns = sql`
      used_at = clock_timestamp(), check_at = clock_timestamp() + interval '1 hour'`;

    /** The file of an already stored blob, which is retained for another hour. */
    const touch = (id: BlobId) =>
      nameRows(sql`UPDATE blobs SET ${touchColumns} WHERE id = ${id} RETURNING name`).pipe(
        Effect.map((rows) => Option.fromUndefinedOr(rows[0]?.name)),
      );

    const retain = Effect.fn("BlobStore.retain")(function* (ids: ReadonlyArray<BlobId>) {
      if (ids.length === 0) return new Set<BlobId>();
      const rows = yield* idRows(sql`
        WITH existing AS (
          SELECT id FROM blobs
          WHERE id = ANY(${ids}::text[])
          ORDER BY id
          FOR UPDATE
        )
        UPDATE blobs SET ${touchColumns}
        FROM existing
        WHERE blobs.id = existing.id
        RETURNING blobs.id
      `);
      return new Set(rows.map(({ id }) => id));
    });

    const write = (name: string, bytes: Uint8Array) => Effect.orDie(assets.put(name, bytes));

    /** Schedules the removal of a file, in case its writer dies before a row refers to it. */
    const announce = (name: string) =>
      Effect.orDie(sql`
        INSERT INTO removed_files (name, due_at)
        VALUES (${name}, clock_timestamp() + interval '2 hours')
      `);

    /** Makes an announced file the file of a blob, unless the blob has another file by then. */
    const record = Effect.fnUntraced(function* (id: BlobId, byteSize: number, name: string) {
      const announcements = yield* sql`
        DELETE FROM removed_files
        WHERE name = ${name}
          AND added_at > clock_timestamp() - interval '1 hour'
        RETURNING name
      `;
      yield* announcements.length > 0 ? Effect.void : Effect.die("Storing a blob took too long");
      const [row] = yield* nameRows(sql`
        INSERT INTO blobs (id, name, byte_size, check_at)
        VALUES (${id}, ${name}, ${byteSize}, clock_timestamp() + interval '1 hour')
        ON CONFLICT (id) DO UPDATE SET ${touchColumns}
        RETURNING name
      `);
      if (row?.name !== name) yield* sql`INSERT INTO removed_files (name) VALUES (${name})`;
    });

    const put = Effect.fn("BlobStore.put")(function* (bytes: Uint8Array) {
      const id = BlobId.make(yield* digest.digestHex(Digest.sha256, bytes));
      const ref = { id, byteSize: bytes.length };
      const existingName = yield* touch(id);
      if (Option.isSome(existingName)) {
        const file = yield* Effect.orDie(assets.open(existingName.value));
        // The file was removed: store it again under its name.
        if (Option.isNone(file)) yield* write(existingName.value, bytes);
        return ref;
      }
      const name = `blobs/${id.slice(0, 2)}/${id}.${yield* random.uuidV4()}`;
      yield* announce(name);
      yield* write(name, bytes);
      yield* Effect.orDie(sql.withTransaction(record(id, bytes.length, name)));
      return ref;
    });

    const open = Effect.fnUntraced(function* (id: BlobId): Effect.fn.Return<Asset> {
      const [row] = yield* nameRows(sql`SELECT name FROM blobs WHERE id = ${id}`);
      const file = row === undefined ? Option.none() : yield* Effect.orDie(assets.open(row.name));
      return yield* Option.isSome(file)
        ? Effect.succeed(file.value)
        : Effect.die(`The stored blob ${id} is missing`);
    });

    const stream = (id: BlobId) =>
      Stream.unwrap(Effect.map(open(id), ({ bytes }) => Stream.orDie(bytes)));

    const read = Effect.fn("BlobStore.read")(function* (id: BlobId) {
      const { byteSize, bytes: chunks } = yield* open(id);
      const bytes = new Uint8Array(byteSize);
      let length = 0;
      yield* Stream.runForEach(chunks, (chunk) =>
        Effect.sync(() => {
          bytes.set(chunk, length);
          length += chunk.length;
        }),
      ).pipe(Effect.orDie);
      const hash = yield* digest.digestHex(Digest.sha256, bytes);
      return hash === id ? bytes : yield* Effect.die(`The stored blob ${id} has been changed`);
    });

    return BlobStore.of({ put, retain, read, stream });
  }),
);
