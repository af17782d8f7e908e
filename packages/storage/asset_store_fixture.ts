import { assert, type Vitest } from "@effect/vitest";
import type { AssetRange, AssetStore } from "@paraph/core/renders";
import { Effect, Fiber, Option, type Scope, Stream } from "effect";

/** The name of a render's document. */
export const NAME = "renders/01900000-0000-7000-8000-000000000000.pdf";

/** An empty store, and the names of its files. */
export interface EmptyStore {
  readonly store: AssetStore["Service"];
  readonly names: () => ReadonlyArray<string>;
}

/** The bytes of a file; undefined if it does not exist. */
export const read = Effect.fnUntraced(function* (
  store: AssetStore["Service"],
  name: string,
  range?: AssetRange,
) {
  const asset = yield* store.open(name, range);
  if (Option.isNone(asset)) return undefined;
  const bytes = Buffer.concat(yield* Stream.runCollect(asset.value.bytes));
  assert.strictEqual(bytes.length, asset.value.byteSize);
  return bytes;
});

/** Bytes that differ by position and seed. */
export const bytesOf = (length: number, seed: number) =>
  Uint8Array.from({ length }, (_, index) => (index * 31 + seed) % 256);

/** The tests that every asset store must pass. */
export function assetStoreSuite<R>(
  it: Vitest.MethodsNonLive<R>,
  makeStore: Effect.Effect<EmptyStore, unknown, R | Scope.Scope>,
): void {
  it.effect("returns the stored bytes", () =>
    Effect.gen(function* () {
      const { store, names } = yield* makeStore;
      for (const length of [0, 1, 65_536, 3_000_001]) {
        const bytes = bytesOf(length, length);
        yield* store.put(NAME, bytes);
        assert.isTrue(Buffer.from(bytes).equals((yield* read(store, NAME))!), String(length));
      }
      assert.deepStrictEqual(names(), [NAME]);
    }),
  );

  it.effect("opens a range", () =>
    Effect.gen(function* () {
      const { store } = yield* makeStore;
      const bytes = Buffer.from(bytesOf(200_000, 1));
      yield* store.put(NAME, bytes);
      for (const [offset, length] of [
        [0, 1],
        [0, 200_000],
        [199_999, 1],
        [65_530, 100_000],
      ] as const) {
        const part = yield* read(store, NAME, { offset, length });
        assert.isTrue(bytes.subarray(offset, offset + length).equals(part!), `${offset}`);
      }
    }),
  );

  it.effect("returns none for unknown names", () =>
    Effect.gen(function* () {
      const { store } = yield* makeStore;
      assert.isUndefined(yield* read(store, NAME));
      yield* store.put(NAME, bytesOf(10, 1));
      assert.isUndefined(yield* read(store, `${NAME}x`));
      assert.isUndefined(yield* read(store, "renders/other.pdf"));
    }),
  );

  it.effect("distinguishes names in folders", () =>
    Effect.gen(function* () {
      const { store, names } = yield* makeStore;
      const fileNames = ["a.pdf", "renders/a.pdf", "signed/2026/a.pdf"];
      yield* Effect.forEach(fileNames, (name, index) => store.put(name, bytesOf(10, index)));
      assert.sameMembers([...names()], fileNames);
      for (const [index, name] of fileNames.entries()) {
        assert.isTrue(Buffer.from(bytesOf(10, index)).equals((yield* read(store, name))!));
      }
    }),
  );

  it.effect("replaces files atomically: readers get the old or the new file", () =>
    Effect.gen(function* () {
      const { store, names } = yield* makeStore;
      const versions = [bytesOf(400_000, 1), bytesOf(400_000, 2)].map((bytes) =>
        Buffer.from(bytes),
      );
      yield* store.put(NAME, versions[0]!);
      const rounds = Array.from({ length: 20 }, (_, index) => index);
      const writing = yield* Effect.forkChild(
        Effect.forEach(rounds, (index) =>
          Effect.all(
            [store.put(NAME, versions[index % 2]!), store.put(NAME, versions[(index + 1) % 2]!)],
            { concurrency: 2 },
          ),
        ),
      );
      while (writing.pollUnsafe() === undefined) {
        const file = yield* read(store, NAME);
        assert.isTrue(versions.some((bytes) => bytes.equals(file!)));
      }
      yield* Fiber.join(writing);
      assert.deepStrictEqual(names(), [NAME]);
    }),
  );

  it.effect("changes the revision with each write", () =>
    Effect.gen(function* () {
      const { store } = yield* makeStore;
      const revision = Effect.map(store.open(NAME), (file) => Option.getOrThrow(file).revision);
      yield* store.put(NAME, bytesOf(10, 1));
      const first = yield* revision;
      assert.strictEqual(yield* revision, first);
      yield* store.put(NAME, bytesOf(10, 2));
      assert.notStrictEqual(yield* revision, first);
    }),
  );

  it.effect("removes files, and ignores missing ones", () =>
    Effect.gen(function* () {
      const { store, names } = yield* makeStore;
      yield* store.put(NAME, bytesOf(10, 1));
      yield* store.put("renders/other.pdf", bytesOf(10, 2));
      yield* Effect.all([store.remove(NAME), store.remove(NAME)], { concurrency: 2 });
      yield* store.remove("nowhere/a.pdf");
      assert.deepStrictEqual(names(), ["renders/other.pdf"]);
      assert.isUndefined(yield* read(store, NAME));
    }),
  );

  it.effect("passes its check", () =>
    Effect.gen(function* () {
      const { store } = yield* makeStore;
      yield* Effect.all([store.check, store.check], { concurrency: 2 });
    }),
  );

  it.effect("publishes nothing without a public location", () =>
    Effect.gen(function* () {
      const { store, names } = yield* makeStore;
      yield* store.check;
      const token = "t".repeat(43);
      const url = yield* store.publish({ token, bytes: bytesOf(10, 1), filename: "a.pdf" });
      assert.isTrue(Option.isNone(url));
      yield* store.unpublish(token);
      assert.deepStrictEqual(names(), []);
    }),
  );
}
