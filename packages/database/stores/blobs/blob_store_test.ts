import { assert, layer } from "@effect/vitest";
import { BlobId, BlobStore } from "@paraph/core/blobs";
import { RetentionStore } from "@paraph/core/erasure";
import { jsonBytes, RenderStore } from "@paraph/core/renders";
import { Slug } from "@paraph/core/values";
import { Effect, Layer } from "effect";
import { SqlClient } from "effect/sql";

import { createProject, createVersion, migratedStores, newRender } from "../../testing/mod.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Simulates that this time has passed since blobs were used. */
const ageBlobs = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`
    UPDATE blobs
    SET used_at = used_at - interval '2 hours', check_at = check_at - interval '2 hours'`,
);

const names = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  const rows = yield* sql<{ name: string }>`SELECT name FROM blobs ORDER BY name`;
  return rows.map(({ name }) => name);
});

/** Names of files that are due for removal. */
const dueFiles = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  const rows = yield* sql<{ name: string }>`
    SELECT name FROM removed_files WHERE due_at <= clock_timestamp()`;
  return rows.map(({ name }) => name);
});

const sweepBlobs = Effect.flatMap(RetentionStore, ({ deleteUnreferencedBlobs: forgetBlobs }) =>
  forgetBlobs(100),
);

layer(Layer.fresh(migratedStores), { excludeTestServices: true })("blobStoreSql", (it) => {
  it.effect("stores the same bytes once, and removes them an hour after their last reference", () =>
    Effect.gen(function* () {
      const blobs = yield* BlobStore;
      const sql = yield* SqlClient.SqlClient;
      const refs = yield* Effect.all(
        Array.from({ length: 5 }, () => blobs.put(bytesOf("data"))),
        { concurrency: "unbounded" },
      );
      const [blob] = refs;
      assert.strictEqual(new Set(refs.map(({ id }) => id)).size, 1);
      const [name, ...others] = yield* names;
      assert.lengthOf(others, 0);
      assert.deepStrictEqual(yield* blobs.read(blob!.id), bytesOf("data"));

      const project = yield* createProject;
      const version = yield* createVersion(project, Slug.make("letter"));
      const { add } = yield* RenderStore;
      const renders = [yield* newRender(project, version), yield* newRender(project, version)];
      yield* add(
        renders.map((render) => ({ ...render, data: { json: jsonBytes([]), blob: blob! } })),
      );
      yield* ageBlobs;
      yield* sweepBlobs;
      assert.deepStrictEqual(yield* names, [name]);

      yield* sql`DELETE FROM renders WHERE id = ${renders[0]!.id}`;
      yield* ageBlobs;
      yield* sweepBlobs;
      assert.deepStrictEqual(yield* names, [name]);

      yield* sql`DELETE FROM renders WHERE id = ${renders[1]!.id}`;
      // A row with a reference is about to be written.
      yield* blobs.put(bytesOf("data"));
      yield* sweepBlobs;
      assert.deepStrictEqual(yield* names, [name]);
      yield* ageBlobs;
      yield* sweepBlobs;
      assert.deepStrictEqual(yield* names, []);
      assert.include(yield* dueFiles, name);

      // The same bytes are stored again under another name, which the removal does not affect.
      yield* blobs.put(bytesOf("data"));
      const [again] = yield* names;
      assert.notStrictEqual(again, name);
      assert.notInclude(yield* dueFiles, again);
    }),
  );

  it.effect("retains blobs without a reference, and returns those that exist", () =>
    Effect.gen(function* () {
      const blobs = yield* BlobStore;
      const retained = yield* blobs.put(bytesOf("font"));
      const forgotten = yield* blobs.put(bytesOf("other font"));
      const ids = [retained.id, BlobId.make("0".repeat(64))];
      yield* ageBlobs;
      const [first, second] = yield* Effect.all([blobs.retain(ids), blobs.retain(ids)], {
        concurrency: 2,
      });
      assert.deepStrictEqual([[...first], [...second]], [[retained.id], [retained.id]]);
      yield* sweepBlobs;
      assert.deepStrictEqual(
        [...(yield* blobs.retain([retained.id, forgotten.id]))],
        [retained.id],
      );
      assert.deepStrictEqual(yield* blobs.read(retained.id), bytesOf("font"));
    }),
  );
});
