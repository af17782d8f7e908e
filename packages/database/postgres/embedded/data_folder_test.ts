import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { afterAll, assert, describe, it } from "@effect/vitest";
import { Effect } from "effect";

import { privateDataFolder } from "./data_folder.ts";
import { takeDirectoryLock } from "./directory_lock.ts";

const root = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-test-"));
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

const modeOf = (file: string) => fs.statSync(file).mode & 0o777;

describe("privateDataFolder()", () => {
  it.effect("creates a folder for its owner only, and restricts a wider one", () =>
    Effect.gen(function* () {
      const folder = path.join(root, "new", "data");
      assert.strictEqual(yield* privateDataFolder(folder), fs.realpathSync(folder));
      assert.strictEqual(modeOf(folder), 0o700);
      fs.chmodSync(folder, 0o755);
      yield* privateDataFolder(folder);
      assert.strictEqual(modeOf(folder), 0o700);
    }),
  );

  it.effect("refuses a path that it cannot create or that is not a folder, and names it", () =>
    Effect.gen(function* () {
      const file = path.join(root, "file");
      fs.writeFileSync(file, "");
      for (const [dataDir, why] of [
        ["/proc/x", "cannot be created"],
        ["/proc/x/y", "cannot be created"],
        [file, "is not a directory"],
        [path.join(file, "data"), "is not a directory"],
      ] as const) {
        const { message } = yield* Effect.flip(privateDataFolder(dataDir));
        assert.include(message, `DATA_DIR ${dataDir} ${why}; allowed: `);
      }
    }),
  );

  it.effect.skipIf(process.geteuid?.() !== 0)("refuses a folder of another user", () =>
    Effect.gen(function* () {
      const folder = fs.mkdtempSync(path.join(root, "other-"));
      fs.chownSync(folder, 12_345, 12_345);
      const { message } = yield* Effect.flip(privateDataFolder(folder));
      assert.include(message, "belongs to another user (uid 12345)");
    }),
  );
});

describe("takeDirectoryLock()", () => {
  it.effect("restricts its file to the owner", () =>
    Effect.gen(function* () {
      const file = path.join(root, "db.lock");
      fs.writeFileSync(file, "", { mode: 0o644 });
      assert.isTrue(yield* takeDirectoryLock(file));
      assert.strictEqual(modeOf(file), 0o600);
    }),
  );
});
