import * as fs from "node:fs";
import * as path from "node:path";
import { setTimeout } from "node:timers/promises";

import { Effect, Layer } from "effect";

import { migrate } from "../migrations/mod.ts";
import { takeDirectoryLock } from "../postgres/embedded/directory_lock.ts";
import { embeddedPostgres } from "../postgres/mod.ts";
import { hashSources } from "./test_database_options.ts";

const CACHE = path.join(import.meta.dirname, "../../../node_modules/.cache/paraph");
const MIGRATIONS = path.join(import.meta.dirname, "../migrations");

/**
 * Writes an embedded database with empty tables into a data folder. A program's first start would create the
 * same, which takes seconds.
 */
export const putDatabase = Effect.fnUntraced(function* (dataDir: string) {
  const template = path.join(CACHE, `${hashSources(MIGRATIONS)}.folder`);
  yield* Effect.scoped(makeOnce(template));
  fs.cpSync(path.join(template, "db"), path.join(dataDir, "db"), {
    recursive: true,
    mode: fs.constants.COPYFILE_FICLONE,
  });
});

/** Suites start concurrently in several processes; one of them creates the template. */
const makeOnce = Effect.fnUntraced(function* (template: string) {
  if (fs.existsSync(template)) return;
  fs.mkdirSync(CACHE, { recursive: true });
  while (!(yield* takeDirectoryLock(`${template}.lock`))) {
    yield* Effect.promise(() => setTimeout(50));
  }
  if (fs.existsSync(template)) return;
  const temporaryFolder = `${template}.unfinished`;
  fs.rmSync(temporaryFolder, { recursive: true, force: true });
  const database = embeddedPostgres({
    dataDir: temporaryFolder,
    beforeSharing: migrate,
    share: false,
  });
  yield* Effect.scoped(Layer.build(database)).pipe(Effect.orDie);
  fs.renameSync(temporaryFolder, template);
});
