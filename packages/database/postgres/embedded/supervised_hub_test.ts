import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { assert, it } from "@effect/vitest";
import { Effect, Exit, Layer, Logger, Schedule } from "effect";
import { Reactivity } from "effect/reactivity";

import { putDatabase } from "../../testing/database_folder.ts";
import { openClient } from "../client.ts";
import { openDurablePglite } from "./durable_pglite.ts";
import { openSupervisedHub } from "./supervised_hub.ts";

const makeFolder = Effect.acquireRelease(
  Effect.sync(() => fs.mkdtempSync(path.join(os.tmpdir(), "paraph-test-"))),
  (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true, force: true })),
).pipe(Effect.tap(putDatabase));

/** The number of files that this process has open in a folder. */
const openIn = (folder: string) =>
  fs.readdirSync("/proc/self/fd").filter((fd) => {
    try {
      return fs.readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder);
    } catch {
      return false;
    }
  }).length;

/** Overflows the stack of JavaScript inside a statement. */
const OVERFLOW = `
  CREATE FUNCTION forever(n int) RETURNS int LANGUAGE plpgsql
  AS 'BEGIN RETURN forever(n + 1); END'`;

const reactive = (logger: Layer.Layer<never>) =>
  Effect.provide(Layer.merge(Reactivity.layer, logger));

it.live("a hub reopens soon after its backend dies, with all acknowledged commits", () =>
  Effect.gen(function* () {
    const folder = yield* makeFolder;
    const { connect } = yield* openSupervisedHub(path.join(folder, "db"));
    const sql = yield* openClient({ stream: connect, username: "postgres" });
    yield* sql.unsafe(OVERFLOW);
    yield* sql`CREATE TABLE kept (n int)`;
    yield* sql`INSERT INTO kept VALUES (1)`;
    const before = openIn(folder);
    const failingWork = Effect.andThen(sql`INSERT INTO kept VALUES (2)`, sql`SELECT forever(1)`);
    assert.isTrue(Exit.isFailure(yield* Effect.exit(sql.withTransaction(failingWork))));
    const { reason } = yield* Effect.flip(sql`SELECT 1`);
    assert.strictEqual(reason._tag, "ConnectionError");
    const rows = yield* sql`SELECT n FROM kept`.pipe(
      Effect.retry(Schedule.spaced("50 millis")),
      Effect.timeout("30 seconds"),
    );
    assert.deepStrictEqual(rows, [{ n: 1 }]);
    // The dead backend has closed its files.
    assert.isBelow(openIn(folder), 2 * before);
  }).pipe(reactive(Logger.layer([]))),
);

it.live("a hub waits for a missing folder, and creates no other database in its place", () => {
  const logLines: Array<string> = [];
  const logger = Logger.layer([Logger.make(({ message }) => void logLines.push(String(message)))]);
  return Effect.gen(function* () {
    const folder = yield* makeFolder;
    const [place, away] = [path.join(folder, "db"), path.join(folder, "away")];
    const { connect } = yield* openSupervisedHub(place);
    const sql = yield* openClient({ stream: connect, username: "postgres" });
    yield* sql.unsafe(OVERFLOW);
    yield* sql`CREATE TABLE kept AS SELECT 1 AS n`;
    fs.renameSync(place, away);
    yield* Effect.exit(sql`SELECT forever(1)`);
    yield* Effect.sync(() => logLines.some((line) => line.includes("waits"))).pipe(
      Effect.repeat({ until: (is) => is, schedule: Schedule.spaced("20 millis") }),
      Effect.timeout("30 seconds"),
    );
    assert.isTrue(Exit.isFailure(yield* Effect.exit(openDurablePglite(place))));
    assert.isFalse(fs.existsSync(place));
    fs.renameSync(away, place);
    const rows = yield* sql`SELECT n FROM kept`.pipe(
      Effect.retry(Schedule.spaced("50 millis")),
      Effect.timeout("30 seconds"),
    );
    assert.deepStrictEqual(rows, [{ n: 1 }]);
  }).pipe(reactive(logger));
});
