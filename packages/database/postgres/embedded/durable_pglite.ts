import * as fs from "node:fs";
import * as path from "node:path";
import { fileURLToPath } from "node:url";

import type { PGlite } from "@electric-sql/pglite";
import { Effect, Predicate, type Scope } from "effect";

import { PostgresUnavailable } from "../client.ts";

/**
 * Creates an empty database in a folder unless there is one. Lock the folder first ({@linkcode
 * takeDirectoryLock}).
 */
export function makeDatabase(folder: string): Effect.Effect<void, PostgresUnavailable> {
  return Effect.tryPromise({
    try: async () => {
      if (!fs.existsSync(folder)) await initialise(folder);
    },
    catch: (cause) => openFailure(folder, cause),
  });
}

/**
 * Opens PGlite in a folder that contains a database, so that an acknowledged commit is on disk.
 *
 * By default PGlite starts its backend with fsync off, and its Node file system has no such operation. It
 * also creates a missing database, even if the disk is only unmounted.
 */
export function openDurablePglite(
  folder: string,
): Effect.Effect<PGlite, PostgresUnavailable, Scope.Scope> {
  const open = Effect.tryPromise({
    try: async () => {
      if (!fs.existsSync(folder)) throw new Error("The folder does not exist");
      return openFlushing(folder);
    },
    catch: (cause) => openFailure(folder, cause),
  });
  return Effect.acquireRelease(open, (handle) => Effect.promise(() => close(handle))).pipe(
    Effect.map(({ database }) => database),
  );
}

function openFailure(folder: string, cause: unknown): PostgresUnavailable {
  const why = hasDiskSpaceToRecover(path.dirname(folder)) ? "" : `: ${DISK_FULL_HINT}`;
  return new PostgresUnavailable({
    message: `The database in ${folder} cannot be opened${why}`,
    cause,
  });
}

interface DatabaseHandle {
  readonly database: PGlite;
  readonly isDead: () => boolean;
}

/**
 * For a dead backend, only its files are closed. The next process that opens the folder recovers the
 * database.
 */
async function close({ database, isDead }: DatabaseHandle): Promise<void> {
  if (isDead()) closeFiles(database);
  else await database.close();
}

function closeFiles(database: PGlite): void {
  // After an early failure there is no backend yet.
  const backend: unknown = database.Module;
  const files = Predicate.hasProperty(backend, "FS") ? backend.FS : undefined;
  const streams = Predicate.hasProperty(files, "streams") ? files.streams : [];
  const open = new Set<number>();
  for (const stream of Array.isArray(streams) ? streams : []) {
    if (Predicate.hasProperty(stream, "nfd") && Predicate.isNumber(stream.nfd))
      open.add(stream.nfd);
  }
  for (const file of open) fs.closeSync(file);
}

/** Creates the database in another folder first, so that a process that dies leaves no partial database. */
async function initialise(folder: string): Promise<void> {
  const stagingFolder = `${folder}.unfinished`;
  fs.rmSync(stagingFolder, { recursive: true, force: true });
  fs.mkdirSync(stagingFolder, { recursive: true, mode: 0o700 });
  const template = templateFolder();
  if (fs.existsSync(template)) {
    fs.cpSync(template, stagingFolder, { recursive: true, mode: fs.constants.COPYFILE_FICLONE });
  } else {
    const { PGlite } = await loadPglite();
    const database = await PGlite.create({ dataDir: stagingFolder });
    await database.close();
  }
  fs.renameSync(stagingFolder, folder);
}

/** Creates the template that later databases are copies of, since creating one takes seconds. */
export const makeTemplate = Effect.suspend(() => makeDatabase(templateFolder()));

/** The folder of an empty database, which a checkout creates when it is installed. */
function templateFolder(): string {
  const file = new URL("../package.json", import.meta.resolve("@electric-sql/pglite"));
  const { version }: { readonly version: string } = JSON.parse(fs.readFileSync(file, "utf8"));
  const cache = new URL("../../node_modules/.cache/paraph-database/", import.meta.url);
  return path.join(fileURLToPath(cache), version);
}

/** Imported on demand: with a PostgreSQL server it is not needed. */
const loadPglite = () => import("@electric-sql/pglite");

async function openFlushing(folder: string): Promise<DatabaseHandle> {
  const { PGlite } = await loadPglite();
  const database = new PGlite({
    dataDir: folder,
    startParams: [
      ...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"),
      // The default method is fdatasync, which does nothing in this build.
      "-c",
      "wal_sync_method=fsync",
      // Filling each new 16 MB of WAL with zeros would block the event loop for 50 ms.
      "-c",
      "wal_init_zero=off",
      "-c",
      "TimeZone=UTC",
    ],
  });
  try {
    await database.waitReady;
  } catch (cause) {
    closeFiles(database);
    throw cause;
  }
  const handle = { database, isDead: stopOnBackendExit(database) };
  try {
    const flushes = installFsync(database);
    // Writes a WAL record and commits it. Assigning a transaction id alone does not flush.
    await database.exec("SELECT pg_logical_emit_message(true, 'paraph', 'flush')");
    if (flushes() > 0) return handle;
    throw new Error("A commit did not reach the disk: this PGlite cannot be made durable");
  } catch (cause) {
    await close(handle);
    throw cause;
  }
}

/** Its number in WebAssembly's system interface. PostgreSQL stops at once, since the state is uncertain. */
const INPUT_OUTPUT_ERROR = 29;

/** Adds the missing operation to the file system; returns a function that counts its calls. */
function installFsync(database: PGlite): () => number {
  const fileSystem: unknown = database.Module.NODEFS;
  if (!Predicate.hasProperty(fileSystem, "stream_ops") || !isRecord(fileSystem.stream_ops)) {
    throw new Error("PGlite's Node file system is not where version 0.5.16 has it");
  }
  const counter = { flushes: 0 };
  fileSystem.stream_ops["fsync"] = (stream: { readonly nfd: number }) => {
    try {
      fs.fsyncSync(stream.nfd);
    } catch {
      return INPUT_OUTPUT_ERROR;
    }
    counter.flushes += 1;
    return 0;
  };
  return () => counter.flushes;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** The status with which PostgreSQL jumps when a statement fails. Any other exit ends the backend. */
const JUMP_STATUS = 100;

/**
 * Rejects calls to a backend that a panic or JavaScript has ended inside a statement. Returns a function that
 * tells whether that has happened.
 *
 * PGlite takes it for the failure of a statement and continues with the next message, on which a dead backend
 * spins forever. On closing it would write its inconsistent state to disk.
 */
function stopOnBackendExit(database: PGlite): () => boolean {
  const backend = database.Module;
  let isDead = false;
  const markDead = (cause: unknown) => {
    isDead = true;
    const throwBackendError = () => {
      throw new Error("The backend of the embedded database has died", { cause });
    };
    // All functions of it that run statements call.
    backend._PostgresMainLoopOnce = throwBackendError;
    backend._PostgresMainLongJmp = throwBackendError;
    backend._PostgresSendReadyForQueryIfNecessary = throwBackendError;
    backend._pgl_pq_flush = throwBackendError;
    backend._pq_buffer_remaining_data = throwBackendError;
    backend.stackRestore = throwBackendError;
  };
  const guard = (enter: () => void, mayJump: boolean) => () => {
    try {
      enter();
    } catch (cause) {
      const jumps = Predicate.hasProperty(cause, "status") && cause.status === JUMP_STATUS;
      if (!mayJump || !jumps) markDead(cause);
      throw cause;
    }
  };
  backend._PostgresMainLoopOnce = guard(backend._PostgresMainLoopOnce, true);
  backend._PostgresMainLongJmp = guard(backend._PostgresMainLongJmp, false);
  backend._PostgresSendReadyForQueryIfNecessary = guard(
    backend._PostgresSendReadyForQueryIfNecessary,
    true,
  );
  backend._pgl_pq_flush = guard(backend._pgl_pq_flush, true);
  return () => isDead;
}

/** The disk space for opening a database after a crash: a new WAL segment and pending writes. */
const RECOVERY_BYTES = 32 * 1024 * 1024;

/** Whether the disk of a folder has enough space for an embedded database to recover. */
export function hasDiskSpaceToRecover(folder: string): boolean {
  try {
    const { bavail, bsize } = fs.statfsSync(folder);
    return bavail * bsize >= RECOVERY_BYTES;
  } catch {
    // An unmounted disk has no space.
    return false;
  }
}

/** What to do about a full disk. */
export const DISK_FULL_HINT = `its disk is full; free at least ${RECOVERY_BYTES / 1024 / 1024} MiB`;
