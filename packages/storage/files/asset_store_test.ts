import * as fs from "node:fs";
import * as path from "node:path";

import { NodeServices } from "@effect/platform-node";
import { assert, describe, it } from "@effect/vitest";
import { AssetStore } from "@paraph/core/renders";
import { Clock, Effect, FileSystem, Layer } from "effect";
import { SecureRandom } from "effect/crypto";
import { TestClock } from "effect/testing";

import { assetStoreSuite, bytesOf, NAME, read } from "../asset_store_fixture.ts";
import { assetStoreFiles } from "./asset_store.ts";

const open = (folder: string) =>
  Effect.flatMap(Layer.build(Layer.fresh(assetStoreFiles(folder))), (context) =>
    Effect.provideContext(AssetStore, context),
  );

/** A store in a folder that does not exist yet. */
const makeStore = Effect.gen(function* () {
  const root = yield* (yield* FileSystem.FileSystem).makeTempDirectoryScoped();
  const folder = path.join(root, "new", "files");
  return { folder, store: yield* open(folder) };
});

const filesIn = (folder: string) =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));

const platform = Layer.merge(NodeServices.layer, SecureRandom.layerWebCrypto);

describe("assetStoreFiles()", () => {
  it.layer(platform, { excludeTestServices: true })((it) => {
    assetStoreSuite(
      it,
      Effect.map(makeStore, ({ store, folder }) => ({ store, names: () => filesIn(folder) })),
    );

    it.effect("allows only the owner to read", () =>
      Effect.gen(function* () {
        const { store, folder } = yield* makeStore;
        yield* store.put(NAME, bytesOf(10, 1));
        assert.strictEqual(fs.statSync(path.join(folder, NAME)).mode & 0o777, 0o600);
        assert.strictEqual(fs.statSync(folder).mode & 0o777, 0o700);
        assert.strictEqual(fs.statSync(path.join(folder, "renders")).mode & 0o777, 0o700);
      }),
    );

    it.effect("leaves no file after a failed write", () =>
      Effect.gen(function* () {
        const { store, folder } = yield* makeStore;
        // A folder has the path of the file.
        fs.mkdirSync(path.join(folder, NAME, "x"), { recursive: true });
        assert.strictEqual((yield* Effect.flip(store.put(NAME, bytesOf(10, 1))))._tag, "not_ready");
        assert.deepStrictEqual(filesIn(folder), []);
        yield* store.put("renders/other.pdf", bytesOf(10, 1));
        assert.isDefined(yield* read(store, "renders/other.pdf"));
      }),
    );

    it.effect("moves drafts that others write", () =>
      Effect.gen(function* () {
        const { folder, store } = yield* makeStore;
        const { newPath, move, remove } = store.drafts!;
        yield* store.check;
        const draft = yield* newPath;
        fs.writeFileSync(draft, bytesOf(10, 1));
        yield* move(draft, NAME);
        const other = yield* newPath;
        fs.writeFileSync(other, bytesOf(20, 2));
        yield* remove(other);
        yield* remove(other);
        assert.strictEqual((yield* Effect.flip(move(other, NAME)))._tag, "not_ready");
        assert.deepStrictEqual(filesIn(folder), [NAME]);
        assert.deepStrictEqual(yield* read(store, NAME), Buffer.from(bytesOf(10, 1)));
      }),
    );

    it.effect("removes drafts only after an hour", () =>
      Effect.gen(function* () {
        const { store, folder } = yield* makeStore;
        yield* store.put(NAME, bytesOf(10, 1));
        const [old, young] = ["old", "young"].map((name) => path.join(folder, ".drafts", name));
        for (const draft of [old!, young!, path.join(folder, NAME)])
          fs.appendFileSync(draft, "half");
        const modificationTime = (yield* Clock.currentTimeMillis) / 1000 - 61 * 60;
        for (const file of [old!, path.join(folder, NAME)])
          fs.utimesSync(file, modificationTime, modificationTime);
        yield* open(folder);
        assert.sameMembers(filesIn(folder), [NAME, ".drafts/young"]);
      }),
    );

    it.effect("removes drafts periodically while it is open", () =>
      Effect.gen(function* () {
        const since = fs.statSync(import.meta.dirname).mtimeMs;
        const clock = yield* TestClock.make();
        yield* clock.setTime(since);
        const { store, folder } = yield* Effect.provideService(makeStore, Clock.Clock, clock);
        yield* store.put(NAME, bytesOf(10, 1));
        const draft = path.join(folder, ".drafts", "left");
        fs.writeFileSync(draft, "half");
        fs.utimesSync(draft, since / 1000, since / 1000);
        while (fs.existsSync(draft)) {
          yield* clock.adjust("30 minutes");
          yield* Effect.sleep("5 millis");
        }
        assert.deepStrictEqual(filesIn(folder), [NAME]);
      }),
    );

    it.effect("is not ready while its folder cannot be used", () =>
      Effect.gen(function* () {
        const { store, folder } = yield* makeStore;
        yield* store.check;
        yield* store.put(NAME, bytesOf(10, 1));
        fs.renameSync(folder, `${folder}.away`);
        fs.writeFileSync(folder, "A file in place of the folder");
        for (const use of [store.check, store.put(NAME, bytesOf(10, 1)), store.open(NAME)]) {
          assert.strictEqual((yield* Effect.flip(Effect.asVoid(use)))._tag, "not_ready");
        }
        fs.rmSync(folder);
        fs.renameSync(`${folder}.away`, folder);
        yield* store.check;
        assert.isDefined(yield* read(store, NAME));
      }),
    );
  });
});
