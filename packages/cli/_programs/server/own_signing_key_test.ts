import { readdir, stat, writeFile } from "node:fs/promises";
import path from "node:path";

import { NodeFileSystem } from "@effect/platform-node";
import { assert, layer } from "@effect/vitest";
import { Effect, FileSystem, Redacted } from "effect";

import { ownSigningKey } from "./own_signing_key.ts";

const folder = Effect.flatMap(FileSystem.FileSystem, (fs) => fs.makeTempDirectoryScoped());

layer(NodeFileSystem.layer)("ownSigningKey()", (it) => {
  it.effect("is one key for concurrent callers, readable only by its owner", () =>
    Effect.gen(function* () {
      const dataDir = path.join(yield* folder, "data");
      const calls = Array.from({ length: 20 }, () => ownSigningKey(dataDir));
      const keys = yield* Effect.all(calls, { concurrency: "unbounded" });
      const texts = new Set(keys.map((key) => JSON.stringify(Redacted.value(key))));
      assert.strictEqual(texts.size, 1);
      const again = yield* ownSigningKey(dataDir);
      assert.isTrue(texts.has(JSON.stringify(Redacted.value(again))));
      const embed = path.join(dataDir, "embed");
      const names = yield* Effect.promise(() => readdir(embed));
      assert.deepStrictEqual(names, ["signing_key.json"]);
      const modes = yield* Effect.promise(() =>
        Promise.all([stat(embed), stat(path.join(embed, "signing_key.json"))]),
      );
      assert.deepStrictEqual(
        modes.map(({ mode }) => mode & 0o777),
        [0o700, 0o600],
      );
    }),
  );

  it.effect("reports the file that contains no key without its content", () =>
    Effect.gen(function* () {
      const dataDir = yield* folder;
      yield* ownSigningKey(dataDir);
      const file = path.join(dataDir, "embed", "signing_key.json");
      yield* Effect.promise(() => writeFile(file, '{"d":"hunter2"}'));
      const { message } = yield* Effect.flip(ownSigningKey(dataDir));
      assert.strictEqual(message, `${file} does not contain a private Ed25519 key`);
    }),
  );

  it.effect("reports the file that cannot be stored", () =>
    Effect.gen(function* () {
      const dataDir = path.join(yield* folder, "file");
      yield* Effect.promise(() => writeFile(dataDir, ""));
      const { message } = yield* Effect.flip(ownSigningKey(dataDir));
      assert.match(message, /^EMBED_SIGNING_KEY cannot be stored in .*signing_key\.json \(\w+\)$/);
    }),
  );
});
