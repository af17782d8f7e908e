import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { Writable } from "node:stream";

import { assert, describe, it } from "@effect/vitest";
import { Effect } from "effect";

import { archiveWriter } from "./archive_writer.ts";
import { addDataFiles } from "./data_files.ts";

const emptyFolder = Effect.acquireRelease(
  Effect.sync(() => fs.mkdtempSync(path.join(os.tmpdir(), "paraph-test-"))),
  (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true, force: true })),
);

describe("the files of a deployment", () => {
  it.live("may be erased during a backup", () =>
    Effect.gen(function* () {
      const dataDir = yield* emptyFolder;
      const outbox = path.join(dataDir, "outbox");
      fs.mkdirSync(outbox);
      for (const name of ["1.eml", "2.eml", "3.eml"]) {
        fs.writeFileSync(path.join(outbox, name), name);
      }
      const output = new Writable({ write: (_chunk, _encoding, done) => done() });
      const archive = yield* archiveWriter(output);
      const addedNames: Array<string> = [];
      const erasing: typeof archive = {
        ...archive,
        add: (name, bytes) => {
          addedNames.push(name);
          fs.rmSync(path.join(outbox, "2.eml"), { force: true });
          return archive.add(name, bytes);
        },
      };
      assert.strictEqual(yield* addDataFiles(erasing, dataDir), 2);
      assert.deepStrictEqual(addedNames, ["data/outbox/1.eml", "data/outbox/3.eml"]);
    }),
  );
});
