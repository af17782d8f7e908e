import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import * as readline from "node:readline";

import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest";
import { QUICK_TO_START } from "@paraph/testing/quick_to_start";
import { Effect, Fiber, Layer, Redacted, Schedule, type Scope } from "effect";
import { SqlClient } from "effect/sql";

import { prepare } from "../../prepare.ts";
import {
  DatabaseHost,
  embeddedPostgres,
  type EmbeddedPostgresOptions,
  postgres,
  UNFINISHED_RESTORE,
} from "../mod.ts";

const root = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-test-"));
const template = path.join(root, "template");

/** Opens the database of a folder in this process, for the life of the scope. */
const open = <E = never>(dataDir: string, options?: Partial<EmbeddedPostgresOptions<E>>) =>
  Effect.gen(function* () {
    const context = yield* Layer.build(embeddedPostgres<E>({ dataDir, ...options }));
    return yield* Effect.provideContext(Effect.all([SqlClient.SqlClient, DatabaseHost]), context);
  });

/** An initialised folder for each test. */
const makeDataDir = Effect.sync(() => {
  const dataDir = fs.mkdtempSync(path.join(root, "data-"));
  fs.cpSync(template, dataDir, { recursive: true });
  return dataDir;
});

interface Program {
  readonly child: ChildProcess;
  /** Waits for its next line. */
  readonly line: Effect.Effect<string | undefined>;
  readonly stop: (signal: NodeJS.Signals) => Effect.Effect<number | null>;
}

const run = (dataDir: string, task: string): Effect.Effect<Program, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => start(dataDir, task)),
    ({ child }) => Effect.sync(() => child.kill("SIGKILL")),
  );

function start(dataDir: string, task: string): Program {
  const script = path.join(import.meta.dirname, "process_fixture.ts");
  const child = spawn(process.execPath, [...QUICK_TO_START, script, dataDir, task], {
    stdio: ["ignore", "pipe", "inherit"],
    // A killed process leaves files, which are removed with this folder.
    env: { ...process.env, TMPDIR: root },
  });
  const lines = readline.createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    child,
    line: Effect.promise(async () => (await lines.next()).value),
    stop: (signal) =>
      Effect.promise(async () => {
        const exitEvent = child.exitCode === null ? once(child, "exit") : [child.exitCode];
        child.kill(signal);
        return (await exitEvent)[0];
      }),
  };
}

const count = (sql: SqlClient.SqlClient) =>
  Effect.map(sql<{ readonly n: number }>`SELECT n FROM counter`, (rows) => rows[0]?.n);

beforeAll(() =>
  Effect.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        const [sql, host] = yield* open(template);
        assert.strictEqual(host, "this_process");
        yield* sql`CREATE TABLE counter (n int NOT NULL)`;
        yield* sql`INSERT INTO counter VALUES (0)`;
        yield* sql`CREATE TABLE commit_log (n int PRIMARY KEY)`;
      }),
    ),
  ),
);

afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

describe("embeddedPostgres() alone", () => {
  it.live("creates its folder for the owner only and removes its address file", () =>
    Effect.sync(() => {
      assert.strictEqual(fs.statSync(template).mode & 0o777, 0o700);
      assert.strictEqual(fs.statSync(path.join(template, "db")).mode & 0o777, 0o700);
      assert.sameMembers(fs.readdirSync(template), ["db", "db.lock"]);
    }),
  );

  it.live("copies the database that the installation has prepared", () =>
    Effect.gen(function* () {
      yield* Effect.promise(prepare);
      const identify = Effect.gen(function* () {
        const [sql] = yield* open(fs.mkdtempSync(path.join(root, "new-")));
        return yield* sql`SELECT system_identifier::text AS id FROM pg_control_system()`;
      }).pipe(Effect.scoped);
      assert.deepStrictEqual(yield* identify, yield* identify);
    }),
  );

  it.live("connects to no socket that another user could have made", () =>
    Effect.gen(function* () {
      const dataDir = yield* makeDataDir;
      yield* open(dataDir);
      const address = path.join(dataDir, "db.socket");
      const folder = path.dirname(fs.readFileSync(address, "utf8"));
      fs.chmodSync(folder, 0o755);
      const again = open(dataDir, { timeout: "200 millis" });
      assert.include((yield* Effect.flip(again)).message, "is accessible to other users");
      fs.chmodSync(folder, 0o700);
      const [, host] = yield* open(dataDir);
      assert.strictEqual(host, "another_process");
    }),
  );

  it.live("refuses a folder in use without sharing", () =>
    Effect.gen(function* () {
      const dataDir = yield* makeDataDir;
      yield* open(dataDir, { share: false });
      const again = open(dataDir, { share: false, timeout: "200 millis" });
      const { message } = yield* Effect.flip(again);
      assert.include(message, "in use by another process");
    }),
  );

  it.live("opens as soon as a closing process releases it", () =>
    Effect.gen(function* () {
      const dataDir = yield* makeDataDir;
      const owner = yield* run(dataDir, "hold");
      assert.strictEqual(yield* owner.line, "this_process");
      const waiting = yield* Effect.forkScoped(open(dataDir, { share: false }), {
        startImmediately: true,
      });
      yield* owner.stop("SIGTERM");
      const [, host] = yield* Fiber.join(waiting);
      assert.strictEqual(host, "this_process");
    }),
  );

  it.live("refuses a folder with an unfinished restore, and does not change it", () =>
    Effect.gen(function* () {
      const dataDir = fs.mkdtempSync(path.join(root, "restoring-"));
      const mark = path.join(dataDir, UNFINISHED_RESTORE);
      fs.mkdirSync(path.dirname(mark));
      fs.writeFileSync(mark, "");
      const error = yield* Effect.flip(Effect.scoped(open(dataDir)));
      assert.include(error.message, "is not complete; run it again, or empty the folder");
      assert.notInclude(fs.readdirSync(dataDir), "db");
      // The folder contains restored files even if another database is used.
      const url = Redacted.make("postgres://127.0.0.1:1/x");
      const server = Layer.build(postgres({ url, dataDir, timeout: 0 }));
      assert.strictEqual((yield* Effect.flip(Effect.scoped(server))).message, error.message);
      fs.rmSync(mark);
      yield* open(dataDir);
    }),
  );

  it.live("fails if the folder is not a database, and releases it", () =>
    Effect.gen(function* () {
      const dataDir = fs.mkdtempSync(path.join(root, "broken-"));
      fs.mkdirSync(path.join(dataDir, "db"));
      fs.writeFileSync(path.join(dataDir, "db", "PG_VERSION"), "9.6\n");
      for (const _ of [1, 2]) {
        const error = yield* Effect.flip(Effect.scoped(open(dataDir)));
        assert.include(error.message, "cannot be opened");
      }
    }),
  );

  it.live("starts again after a first start that died halfway", () =>
    Effect.gen(function* () {
      const dataDir = yield* makeDataDir;
      fs.mkdirSync(path.join(dataDir, "db.unfinished"));
      fs.writeFileSync(path.join(dataDir, "db.unfinished", "PG_VERSION"), "18\n");
      const [sql] = yield* open(dataDir);
      assert.strictEqual(yield* count(sql), 0);
    }),
  );

  it.live("runs beforeSharing while no other process can connect", () =>
    Effect.gen(function* () {
      const dataDir = yield* makeDataDir;
      const beforeSharing = Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient;
        assert.isFalse(fs.existsSync(path.join(dataDir, "db.socket")));
        yield* sql`UPDATE counter SET n = 7`;
      });
      const [sql] = yield* open(dataDir, { beforeSharing });
      assert.isTrue(fs.existsSync(path.join(dataDir, "db.socket")));
      assert.strictEqual(yield* count(sql), 7);
    }),
  );
});

describe("embeddedPostgres() in two processes", () => {
  it.live("is one database, through a socket that other users cannot access", () =>
    Effect.gen(function* () {
      const dataDir = yield* makeDataDir;
      const [sql] = yield* open(dataDir);
      const socket = fs.readFileSync(path.join(dataDir, "db.socket"), "utf8");
      assert.strictEqual(fs.statSync(socket).mode & 0o777, 0o600);
      assert.strictEqual(fs.statSync(path.dirname(socket)).mode & 0o777, 0o700);
      const others = yield* Effect.all([run(dataDir, "count"), run(dataDir, "count")]);
      for (const other of others) {
        assert.strictEqual(yield* other.line, "another_process");
        assert.strictEqual(yield* other.line, "counted");
      }
      assert.strictEqual(yield* count(sql), 200);
    }),
  );

  it.live("closes the connection to a frozen owner, and continues when it responds", () =>
    Effect.gen(function* () {
      const dataDir = yield* makeDataDir;
      const owner = yield* run(dataDir, "hold");
      assert.strictEqual(yield* owner.line, "this_process");
      const [sql, host] = yield* open(dataDir, { silence: 200, checking: 50 });
      assert.strictEqual(host, "another_process");
      owner.child.kill("SIGSTOP");
      const { reason } = yield* Effect.flip(count(sql));
      assert.strictEqual(reason._tag, "ConnectionError");
      owner.child.kill("SIGCONT");
      assert.strictEqual(yield* Effect.retry(count(sql), Schedule.spaced(100)), 0);
    }),
  );

  it.live("rolls back when a process is killed inside a transaction", () =>
    Effect.gen(function* () {
      const dataDir = yield* makeDataDir;
      const [sql] = yield* open(dataDir);
      const other = yield* run(dataDir, "hang");
      assert.deepStrictEqual(
        [yield* other.line, yield* other.line],
        ["another_process", "changed"],
      );
      yield* other.stop("SIGKILL");
      assert.strictEqual(yield* count(sql), 0);
    }),
  );

  it.live("works when both start at the same moment", () =>
    Effect.gen(function* () {
      const dataDir = yield* makeDataDir;
      const both = yield* Effect.all([run(dataDir, "hold"), run(dataDir, "hold")]);
      const hosts = yield* Effect.forEach(both, (program) => program.line, { concurrency: 2 });
      assert.sameMembers(hosts, ["another_process", "this_process"]);
    }),
  );

  it.live("continues with the next owner after the first one ends", () =>
    Effect.gen(function* () {
      const dataDir = yield* makeDataDir;
      const owner = yield* run(dataDir, "hold");
      assert.strictEqual(yield* owner.line, "this_process");
      const [sql, host] = yield* open(dataDir);
      assert.strictEqual(host, "another_process");
      assert.strictEqual(yield* count(sql), 0);
      yield* owner.stop("SIGKILL");
      const { reason } = yield* Effect.flip(count(sql));
      assert.strictEqual(reason._tag, "ConnectionError");
      const next = yield* run(dataDir, "hold");
      assert.strictEqual(yield* next.line, "this_process");
      assert.strictEqual(yield* count(sql), 0);
    }),
  );

  it.live("lets the owner stop gracefully while another process is inside a transaction", () =>
    Effect.gen(function* () {
      const dataDir = yield* makeDataDir;
      const owner = yield* run(dataDir, "hold");
      assert.strictEqual(yield* owner.line, "this_process");
      const other = yield* run(dataDir, "hang");
      assert.deepStrictEqual(
        [yield* other.line, yield* other.line],
        ["another_process", "changed"],
      );
      yield* owner.stop("SIGTERM");
      const [sql, host] = yield* open(dataDir);
      assert.strictEqual(host, "this_process");
      assert.strictEqual(yield* count(sql), 0);
    }),
  );
});

describe("a commit", () => {
  it.live("survives kill -9 of its process once acknowledged", () =>
    Effect.gen(function* () {
      const dataDir = yield* makeDataDir;
      for (const commits of [3, 20, 60]) {
        const owner = yield* run(dataDir, "commit");
        assert.strictEqual(yield* owner.line, "this_process");
        for (let n = 1; n <= commits; n++) assert.strictEqual(yield* owner.line, String(n));
        yield* owner.stop("SIGKILL");
        const numbers = yield* Effect.scoped(committedNumbers(dataDir));
        assert.deepStrictEqual(
          numbers.slice(0, commits),
          Array.from({ length: commits }, (_, n) => n + 1),
        );
      }
    }),
  );
});

/** Returns the numbers in the log, and empties it for the next round. */
const committedNumbers = (dataDir: string) =>
  Effect.gen(function* () {
    const [sql] = yield* open(dataDir);
    const rows = yield* sql<{ readonly n: number }>`SELECT n FROM commit_log ORDER BY n`;
    yield* sql`TRUNCATE commit_log`;
    return rows.map((row) => row.n);
  });
