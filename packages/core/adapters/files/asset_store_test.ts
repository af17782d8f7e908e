import * as fs from "node:fs";
import * as path from "node:path";

import { NodeServices } from "@effect/platform-node";
import { assert, describe, it } from "@effect/vitest";
import { Clock, Effect, Exit, Fiber, FileSystem, Layer, Option, Stream } from "effect";
import { SecureRandom } from "effect/crypto";

import { AssetStore, type AssetRange } from "../../renders/mod.ts";
import { assetStoreFiles } from "./asset_store.ts";

const NAME = "renders/01900000-0000-7000-8000-000000000000.pdf";

const open = (folder: string) =>
  Effect.flatMap(Layer.build(Layer.fresh(assetStoreFiles(folder))), (context) =>
    Effect.provideContext(AssetStore, context),
  );

/** A store in a folder of its own that does not exist yet. */
const makeStore = Effect.gen(function* () {
  const root = yield* (yield* FileSystem.FileSystem).makeTempDirectoryScoped();
  const folder = path.join(root, "new", "files");
  return { folder, store: yield* open(folder) };
});

/** The bytes under a name, `undefined` when there is nothing. */
const read = Effect.fnUntraced(function* (
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

const filesIn = (folder: string) =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));

const bytesOf = (length: number, seed: number) =>
  Uint8Array.from({ length }, (_, at) => (at * 31 + seed) % 256);

const platform = Layer.merge(NodeServices.layer, SecureRandom.layerWebCrypto);

describe("assetStoreFiles()", () => {
  it.layer(platform, { excludeTestServices: true })((it) => {
    it.effect("gives back what was put, byte for byte, for its owner only", () =>
      Effect.gen(function* () {
        const { store, folder } = yield* makeStore;
        for (const length of [0, 1, 65_536, 3_000_001]) {
          const bytes = bytesOf(length, length);
          yield* store.put(NAME, bytes);
          assert.isTrue(Buffer.from(bytes).equals((yield* read(store, NAME))!), String(length));
        }
        assert.deepStrictEqual(filesIn(folder), [NAME]);
        assert.strictEqual(fs.statSync(path.join(folder, NAME)).mode & 0o777, 0o600);
        assert.strictEqual(fs.statSync(folder).mode & 0o777, 0o700);
        assert.strictEqual(fs.statSync(path.join(folder, "renders")).mode & 0o777, 0o700);
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

    it.effect("has nothing under a name that nothing was put under", () =>
      Effect.gen(function* () {
        const { store } = yield* makeStore;
        assert.isUndefined(yield* read(store, NAME));
        yield* store.put(NAME, bytesOf(10, 1));
        assert.isUndefined(yield* read(store, `${NAME}x`));
        assert.isUndefined(yield* read(store, "renders/other.pdf"));
      }),
    );

    it.effect("keeps names in folders apart", () =>
      Effect.gen(function* () {
        const { store, folder } = yield* makeStore;
        const names = ["a.pdf", "renders/a.pdf", "signed/2026/a.pdf"];
        yield* Effect.forEach(names, (name, at) => store.put(name, bytesOf(10, at)));
        assert.sameMembers(filesIn(folder), names);
        for (const [at, name] of names.entries()) {
          assert.isTrue(Buffer.from(bytesOf(10, at)).equals((yield* read(store, name))!));
        }
      }),
    );

    it.effect("replaces a file at once: a reader has the old one or the new one, whole", () =>
      Effect.gen(function* () {
        const { store, folder } = yield* makeStore;
        const versions = [bytesOf(400_000, 1), bytesOf(300_000, 2)].map((bytes) =>
          Buffer.from(bytes),
        );
        yield* store.put(NAME, versions[0]!);
        const writing = yield* Effect.forkChild(
          Effect.forEach(
            Array.from({ length: 20 }, (_, at) => at),
            (at) =>
              Effect.all(
                [store.put(NAME, versions[at % 2]!), store.put(NAME, versions[(at + 1) % 2]!)],
                { concurrency: 2 },
              ),
          ),
        );
        while (writing.pollUnsafe() === undefined) {
          const found = fs.readFileSync(path.join(folder, NAME));
          assert.isTrue(versions.some((bytes) => bytes.equals(found)));
          yield* Effect.yieldNow;
        }
        yield* Fiber.join(writing);
        assert.deepStrictEqual(filesIn(folder), [NAME]);
      }),
    );

    it.effect("leaves nothing in a file's place when writing it fails", () =>
      Effect.gen(function* () {
        const { store, folder } = yield* makeStore;
        // A folder stands where the file should go.
        fs.mkdirSync(path.join(folder, NAME, "x"), { recursive: true });
        assert.isTrue(Exit.isFailure(yield* Effect.exit(store.put(NAME, bytesOf(10, 1)))));
        assert.deepStrictEqual(filesIn(folder), []);
        yield* store.put("renders/other.pdf", bytesOf(10, 1));
        assert.isDefined(yield* read(store, "renders/other.pdf"));
      }),
    );

    it.effect("removes drafts that were left behind for an hour, and no others", () =>
      Effect.gen(function* () {
        const { store, folder } = yield* makeStore;
        yield* store.put(NAME, bytesOf(10, 1));
        const [old, young] = ["old", "young"].map((name) => path.join(folder, ".drafts", name));
        for (const draft of [old!, young!, path.join(folder, NAME)])
          fs.appendFileSync(draft, "half");
        const longAgo = (yield* Clock.currentTimeMillis) / 1000 - 61 * 60;
        for (const file of [old!, path.join(folder, NAME)]) fs.utimesSync(file, longAgo, longAgo);
        yield* open(folder);
        assert.sameMembers(filesIn(folder), [NAME, ".drafts/young"]);
      }),
    );

    it.effect(
      "check passes for a folder that can be written to, and dies for one that cannot",
      () =>
        Effect.gen(function* () {
          const { store, folder } = yield* makeStore;
          yield* store.check;
          assert.isTrue(fs.statSync(folder).isDirectory());
          fs.rmSync(folder, { recursive: true });
          fs.writeFileSync(folder, "A file, where the folder should be");
          assert.isTrue(Exit.isFailure(yield* Effect.exit(store.check)));
        }),
    );
  });
});
