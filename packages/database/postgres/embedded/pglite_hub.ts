import { randomInt } from "node:crypto";

import type { PGlite } from "@electric-sql/pglite";
import { Duration, Effect, type Scope } from "effect";

import { rejectFatalStatements } from "./fatal_statements.ts";
import { PgliteConnection, type SharedBackend } from "./pglite_connection.ts";
import {
  type BackendKey,
  eachMessage,
  encodeBackendKey,
  encodeCloseStatements,
  encodeError,
  encodeQuery,
  encodeReadyForQuery,
  encodeStartup,
  endsCycle,
  MESSAGE,
  readErrorMessage,
  TRANSACTION,
} from "./wire_protocol.ts";

/** How long a transaction may idle while statements of other connections wait for it. */
export interface PgliteHubOptions {
  readonly idleInTransaction?: Duration.Input;
}

interface Turn {
  readonly connection: PgliteConnection;
  readonly cycle: Buffer;
}

/** Statements run on the event loop. After this time, timers and sockets get their turn. */
const MAX_TURN_MS = 10;

/**
 * Many logical PostgreSQL connections over one PGlite in this process, which has a single session.
 *
 * Cycles of all connections run one after the other. A connection inside a transaction owns the backend until
 * the transaction ends. Session state is shared: use `SET LOCAL`, `pg_advisory_xact_lock` and row locks, and
 * never let a transaction wait for another connection (`sql.notify` takes one: call `pg_notify` in a
 * statement instead).
 */
export class PgliteHub implements SharedBackend {
  readonly #database: PGlite;
  readonly #idleMs: number;
  readonly #greeting: Buffer;
  readonly #connections = new Map<number, PgliteConnection>();
  #waiting: Array<Turn> = [];
  #owner: PgliteConnection | undefined;
  #draining: Promise<void> | undefined;
  #ownerIdleSince = 0;
  #watchdog: NodeJS.Timeout | undefined;
  #turnStartedAt: number | undefined;
  #lastProcessId = 0;
  #closed = false;
  #failed = false;
  readonly #failure = Promise.withResolvers<Error>();

  private constructor(database: PGlite, greeting: Buffer, options: PgliteHubOptions) {
    this.#database = database;
    this.#greeting = greeting;
    this.#idleMs = Duration.toMillis(options.idleInTransaction ?? "30 seconds");
  }

  /** Opens a hub; when the scope closes, open transactions are rolled back. */
  static make(
    database: PGlite,
    options: PgliteHubOptions = {},
  ): Effect.Effect<PgliteHub, never, Scope.Scope> {
    const open = async () => new PgliteHub(database, await greetingOf(database), options);
    return Effect.acquireRelease(Effect.promise(open), (hub) => Effect.promise(() => hub.#close()));
  }

  /** Settles when the backend has stopped. Only another hub on its folder can continue. */
  get failure(): Promise<Error> {
    return this.#failure.promise;
  }

  /** Opens a connection, which speaks the protocol of a server socket. */
  readonly connect = (): PgliteConnection => {
    const key = { processId: ++this.#lastProcessId, secret: randomInt(2 ** 31) };
    const connection = new PgliteConnection(this, key);
    if (this.#closed) connection.destroy(new Error("The embedded database is closed"));
    return connection;
  };

  // Responds without the backend: a new connection must not wait for another transaction.
  readonly admit = (connection: PgliteConnection): void => {
    this.#connections.set(connection.processId, connection);
    const ready = encodeReadyForQuery(TRANSACTION.none);
    connection.send(Buffer.concat([this.#greeting, encodeBackendKey(connection), ready]));
  };

  readonly run = (connection: PgliteConnection, cycle: Buffer): void => {
    // Data of a released connection belonged to a transaction that has ended.
    if (!this.#connections.has(connection.processId)) return;
    this.#enqueue({ connection, cycle: rejectFatalStatements(cycle) });
  };

  // A running statement blocks the event loop, so no cancel request can arrive meanwhile.
  readonly cancel = (key: BackendKey): void => {
    const connection = this.#connections.get(key.processId);
    if (connection === undefined || connection.secret !== key.secret) return;
    if (connection === this.#owner) return;
    const index = this.#waiting.findIndex((turn) => turn.connection === connection);
    if (index < 0) return;
    this.#waiting.splice(index, 1);
    const error = encodeError("ERROR", "57014", "canceling statement due to user request");
    connection.send(Buffer.concat([error, encodeReadyForQuery(TRANSACTION.none)]));
    this.#watch();
  };

  readonly release = (connection: PgliteConnection): void => {
    if (!this.#connections.delete(connection.processId)) return;
    this.#waiting = this.#waiting.filter((turn) => turn.connection !== connection);
    if (connection === this.#owner) this.#enqueue({ connection, cycle: encodeQuery("ROLLBACK") });
    if (connection.preparedStatements.size > 0) {
      this.#enqueue({ connection, cycle: encodeCloseStatements(connection.preparedStatements) });
    }
    this.#watch();
  };

  #enqueue(turn: Turn): void {
    if (this.#failed) return;
    this.#waiting.push(turn);
    this.#draining ??= this.#drain();
  }

  async #drain(): Promise<void> {
    // Runs after the caller, which must have the promise of this loop before its end.
    await Promise.resolve();
    for (let turn = this.#nextTurn(); turn !== undefined; turn = this.#nextTurn()) {
      this.#stopWatching();
      await this.#execute(turn);
      await this.#yieldWhenLong();
    }
    this.#draining = undefined;
    this.#watch();
  }

  #nextTurn(): Turn | undefined {
    const owner = this.#owner;
    const index =
      owner === undefined ? 0 : this.#waiting.findIndex((turn) => turn.connection === owner);
    return index < 0 ? undefined : this.#waiting.splice(index, 1)[0];
  }

  async #execute({ connection, cycle }: Turn): Promise<void> {
    const chunks: Array<Buffer> = [];
    try {
      await this.#database.execProtocolRawStream(cycle, {
        // Files are written through, so there is nothing to synchronise.
        syncToFs: false,
        // Copied because the bytes are a view of the backend's memory.
        onRawData: (bytes) => void chunks.push(Buffer.from(bytes)),
      });
    } catch (cause) {
      return this.#fail(Buffer.concat(chunks), cause);
    }
    const response = Buffer.concat(chunks);
    // After a panic there is no further output, and another statement would spin forever.
    if (!endsCycle(response)) return this.#fail(response);
    this.#sendResponse(connection, response);
  }

  #fail(response: Buffer, cause?: unknown): void {
    const why = readErrorMessage(response);
    const reason = new Error(`The embedded database has stopped: ${why}`, { cause });
    this.#closed = true;
    this.#failed = true;
    this.#owner = undefined;
    this.#waiting = [];
    for (const connection of this.#connections.values()) connection.destroy(reason);
    this.#failure.resolve(reason);
  }

  #sendResponse(connection: PgliteConnection, bytes: Buffer): void {
    let status: number = TRANSACTION.none;
    let unsent = 0;
    eachMessage(bytes, (type, start, end) => {
      if (type === MESSAGE.readyForQuery) status = bytes.readUInt8(start + 5);
      if (type !== MESSAGE.notification) return;
      connection.send(bytes.subarray(unsent, start));
      this.#notify(connection, bytes.subarray(start, end));
      unsent = end;
    });
    this.#own(connection, status);
    connection.send(bytes.subarray(unsent));
  }

  /** Clients ignore channels they do not listen to, so every connection gets every notification. */
  #notify(sender: PgliteConnection, notification: Buffer): void {
    notification.writeInt32BE(sender.processId, 5);
    for (const connection of this.#connections.values()) {
      connection.send(Buffer.from(notification));
    }
  }

  #own(connection: PgliteConnection, status: number): void {
    this.#owner = status === TRANSACTION.none ? undefined : connection;
    this.#ownerIdleSince = performance.now();
    if (this.#owner === undefined || this.#connections.has(connection.processId)) return;
    // The client disconnected while its statement ran, so nothing else ends its transaction.
    this.#waiting.unshift({ connection, cycle: encodeQuery("ROLLBACK") });
  }

  /** Statements that complete at once never leave the microtask queue. This lets other work run. */
  async #yieldWhenLong(): Promise<void> {
    const now = performance.now();
    if (this.#turnStartedAt === undefined) {
      this.#turnStartedAt = now;
      setImmediate(() => (this.#turnStartedAt = undefined));
    }
    if (now - this.#turnStartedAt < MAX_TURN_MS) return;
    await new Promise((resume) => setImmediate(resume));
  }

  /** Counts from the owner's last statement. Other connections that give up do not reset it. */
  #watch(): void {
    if (this.#owner === undefined || this.#waiting.length === 0) return this.#stopWatching();
    const idle = performance.now() - this.#ownerIdleSince;
    this.#watchdog ??= setTimeout(() => {
      const reason = `idle in transaction for ${this.#idleMs} ms while other statements wait`;
      this.#owner?.terminate("25P03", reason);
    }, this.#idleMs - idle).unref();
  }

  #stopWatching(): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = undefined;
  }

  async #close(): Promise<void> {
    this.#closed = true;
    for (const connection of this.#connections.values()) connection.destroy();
    while (this.#draining !== undefined) await this.#draining;
    this.#stopWatching();
  }
}

/** The messages of the backend to a new connection, which are always the same. */
async function greetingOf(database: PGlite): Promise<Buffer> {
  const chunks: Array<Buffer> = [];
  const startup = encodeStartup({ user: "postgres", database: "postgres" });
  await database.execProtocolRawStream(startup, {
    syncToFs: false,
    onRawData: (bytes) => void chunks.push(Buffer.from(bytes)),
  });
  const bytes = Buffer.concat(chunks);
  const messages: Array<Buffer> = [];
  eachMessage(bytes, (type, start, end) => {
    const perConnection = type === MESSAGE.backendKey || type === MESSAGE.readyForQuery;
    if (!perConnection) messages.push(bytes.subarray(start, end));
  });
  return Buffer.concat(messages);
}
