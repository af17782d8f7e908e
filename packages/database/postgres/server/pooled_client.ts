import { PgClient, PgPool, type PgConnection } from "@effect/sql-pg";
import { Deferred, Effect, identity, Predicate, type Scope, Stream } from "effect";
import type { Reactivity } from "effect/reactivity";
import { SqlClient, type SqlConnection, SqlError, Statement } from "effect/sql";

import { RowShapes } from "./row_shapes.ts";

/** A host of a database: its pool, and whether it can be used now. */
export interface PooledHost {
  readonly config: PgClient.PgPoolConfig;
  /** Connects and fails unless the host can be used. */
  readonly verify: Effect.Effect<void, SqlError.SqlError>;
}

/** How long the other hosts wait for the one that was used before. */
const HEAD_START = "250 millis";

/**
 * A client of one of several hosts, with a pool for each. As long as its connections work, it uses the same
 * host; otherwise the first one that can be used. A single host is not verified.
 *
 * It discards a connection to a server that became read-only, which the pool of the driver would use again.
 */
export const pooledClient = Effect.fnUntraced(function* (
  hosts: readonly [PooledHost, ...Array<PooledHost>],
): Effect.fn.Return<PgClient.PgClient, SqlError.SqlError, Scope.Scope | Reactivity.Reactivity> {
  const pools = yield* Effect.forEach(hosts, ({ config, verify }) =>
    Effect.map(PgPool.make(config), (pool) => ({ pool, verify })),
  );
  let current = pools.length === 1 ? pools[0] : undefined;
  let previous = pools[0];

  const select = Effect.suspend(() => {
    const failures: Array<SqlError.SqlError> = [];
    const candidates = pools.map((candidate) =>
      candidate.verify.pipe(
        Effect.delay(candidate === previous ? 0 : HEAD_START),
        Effect.tapError((error) => Effect.sync(() => failures.push(error))),
        Effect.as(candidate),
      ),
    );
    return Effect.raceAll(candidates).pipe(
      Effect.mapError((error) => unusable(failures, error)),
      Effect.tap((selected) =>
        Effect.sync(() => {
          current = selected;
          previous = selected;
        }),
      ),
    );
  });
  const scope = yield* Effect.scope;
  let selection: Deferred.Deferred<(typeof pools)[number], SqlError.SqlError> | undefined;
  /** All callers wait for the same selection, which continues if one of them is interrupted. */
  const sharedSelection = Effect.suspend(() => {
    if (selection !== undefined) return Deferred.await(selection);
    const started = Deferred.makeUnsafe<(typeof pools)[number], SqlError.SqlError>();
    selection = started;
    return select.pipe(
      Effect.onExit((exit) => {
        selection = undefined;
        return Deferred.done(started, exit);
      }),
      Effect.forkIn(scope),
      Effect.andThen(Deferred.await(started)),
    );
  });
  const currentPool = Effect.suspend(() =>
    current === undefined ? sharedSelection : Effect.succeed(current),
  );

  const { config } = hosts[0];
  const { transformQueryNames, transformResultNames = identity, transformJson } = config;
  const shapes = new RowShapes(transformResultNames);

  const forget = (pool: PgPool.PgPool) => {
    if (pools.length > 1 && current?.pool === pool) current = undefined;
  };
  /** A connection whose failures are noted. */
  const watch = (pool: PgPool.PgPool, connection: PgConnection.PgConnection) =>
    new WatchedConnection(connection, shapes, (error) => {
      if (!isUnusable(error)) return Effect.void;
      forget(pool);
      return isReadOnly(error) ? pool.invalidate(connection) : Effect.void;
    });
  const fromPool = <A, E, R>(use: (pool: PgPool.PgPool) => Effect.Effect<A, E, R>) =>
    Effect.flatMap(currentPool, ({ pool }) => use(pool));
  /** A host that refuses connections is replaced before any statement was sent. */
  const lease = (
    kind: "get" | "reserve",
  ): Effect.Effect<
    readonly [PgPool.PgPool, PgConnection.PgConnection],
    SqlError.SqlError,
    Scope.Scope
  > => {
    const attempt = fromPool((pool) =>
      pool[kind].pipe(
        Effect.tapError(() => Effect.sync(() => forget(pool))),
        Effect.map((connection) => [pool, connection] as const),
      ),
    );
    return pools.length === 1 ? attempt : Effect.retry(attempt, { times: 1 });
  };
  /** As {@linkcode lease}, without a scope. */
  const borrow = <A, E, R>(use: (connection: WatchedConnection) => Effect.Effect<A, E, R>) => {
    let isLent = false;
    const attempt = fromPool((pool) =>
      pool
        .use((connection) => {
          isLent = true;
          return use(watch(pool, connection));
        })
        .pipe(Effect.tapError(() => Effect.sync(() => isLent || forget(pool)))),
    );
    return Effect.retry(attempt, { times: 1, while: () => !isLent });
  };
  const acquire = (kind: "get" | "reserve") =>
    Effect.map(lease(kind), ([pool, connection]) => watch(pool, connection));

  const client = yield* SqlClient.make({
    driver: "pg",
    acquirer: acquire("get"),
    borrower:
      pools.length === 1
        ? (use) => fromPool((pool) => pool.use((connection) => use(watch(pool, connection))))
        : borrow,
    transactionAcquirer: acquire("reserve"),
    prepareTransactionControls: true,
    commit,
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
    compiler: PgClient.makeCompiler(transformQueryNames, transformJson),
    spanAttributes: [["db.system.name", "postgresql"]],
    transformRows: RENAMED,
  });
  return Object.assign(client, {
    [PgClient.TypeId]: PgClient.TypeId,
    config,
    json: (value: unknown) => Statement.fragment([jsonParameter(value, undefined, undefined)]),
    listen: (channel: string) =>
      Effect.flatMap(lease("reserve"), ([, connection]) => connection.listen(channel)),
    notify: (channel: string, payload: string) =>
      Effect.asVoid(client`SELECT pg_notify(${channel}, ${payload})`),
  } as const);
});

/** Marks statements whose columns are renamed: the connection does that. */
const RENAMED = <A extends object>(rows: ReadonlyArray<A>) => rows;

const jsonParameter = Statement.custom<Statement.Custom<"PgJson", unknown>>("PgJson");

/** The driver's connection for statements, with an action for their failures. */
class WatchedConnection implements SqlConnection.Connection {
  readonly #connection: PgConnection.PgConnection;
  readonly #shapes: RowShapes;
  readonly #onError: (error: SqlError.SqlError) => Effect.Effect<void>;

  constructor(
    connection: PgConnection.PgConnection,
    shapes: RowShapes,
    onError: (error: SqlError.SqlError) => Effect.Effect<void>,
  ) {
    this.#connection = connection;
    this.#shapes = shapes;
    this.#onError = onError;
  }

  #query(sql: string, parameters: ReadonlyArray<unknown>, prepare = true) {
    return Effect.tapError(this.#connection.query(sql, parameters, prepare), this.#onError);
  }

  #rows(
    sql: string,
    parameters: ReadonlyArray<unknown>,
    transform: Transform,
    prepare = true,
  ): Effect.Effect<ReadonlyArray<PgConnection.Row>, SqlError.SqlError> {
    if (transform === undefined)
      return Effect.map(this.#query(sql, parameters, prepare), ({ rows }) => rows);
    const shape = this.#shapes.of(sql);
    return shape === undefined
      ? Effect.map(this.#query(sql, parameters, prepare), ({ rows, fields }) =>
          rows.length === 0 ? rows : rows.map(this.#shapes.learn(sql, fields).rename),
        )
      : Effect.map(this.#values(sql, parameters, prepare), (rows) => rows.map(shape.build));
  }

  #values(sql: string, parameters: ReadonlyArray<unknown>, prepare = true) {
    return Effect.tapError(this.#connection.queryValues(sql, parameters, prepare), this.#onError);
  }

  execute(sql: string, parameters: ReadonlyArray<unknown>, transform: Transform) {
    return this.#rows(sql, parameters, transform);
  }

  executeRaw(sql: string, parameters: ReadonlyArray<unknown>) {
    return this.#query(sql, parameters);
  }

  executeValues(sql: string, parameters: ReadonlyArray<unknown>) {
    return this.#values(sql, parameters);
  }

  executeValuesUnprepared(sql: string, parameters: ReadonlyArray<unknown>) {
    return this.#values(sql, parameters, false);
  }

  executeUnprepared(sql: string, parameters: ReadonlyArray<unknown>, transform: Transform) {
    return this.#rows(sql, parameters, transform, false);
  }

  executeStream(sql: string, parameters: ReadonlyArray<unknown>, transform: Transform) {
    const rows = Stream.tapError(this.#connection.stream(sql, parameters), this.#onError);
    return transform === undefined
      ? rows
      : Stream.map(rows, (row) => this.#shapes.ofColumns(Object.keys(row)).rename(row));
  }
}

type Transform = (<A extends object>(rows: ReadonlyArray<A>) => ReadonlyArray<A>) | undefined;

/** PostgreSQL responds to `COMMIT` of a failed transaction with `ROLLBACK`. */
function commit(connection: SqlConnection.Connection): Effect.Effect<void, SqlError.SqlError> {
  return Effect.flatMap(connection.executeRaw("COMMIT", []), (result) =>
    Predicate.hasProperty(result, "command") && result.command === "ROLLBACK"
      ? Effect.fail(
          new SqlError.SqlError({
            reason: new SqlError.UnknownError({
              cause: new Error("COMMIT rolled back a failed transaction"),
              operation: "commit",
            }),
          }),
        )
      : Effect.void,
  );
}

/** The connection is lost, the server shuts down or starts, or it became read-only. */
function isUnusable(error: SqlError.SqlError): boolean {
  return (
    error.reason._tag === "ConnectionError" ||
    sqlStateOf(error).startsWith("57P") ||
    isReadOnly(error)
  );
}

/** A standby, or a primary that was demoted. */
function isReadOnly(error: SqlError.SqlError): boolean {
  return sqlStateOf(error) === "25006";
}

/** The SQLSTATE of a failure; empty if the database did not respond. */
export function sqlStateOf({ reason: { cause } }: SqlError.SqlError): string {
  return Predicate.hasProperty(cause, "code") ? String(cause.code) : "";
}

/** All hosts failed. A wrong password on all of them is permanent. */
function unusable(
  failures: ReadonlyArray<SqlError.SqlError>,
  error: SqlError.SqlError,
): SqlError.SqlError {
  const isPermanent = failures.every(
    (failure) => failure.reason._tag !== "ConnectionError" && !isUnusable(failure),
  );
  return isPermanent ? error : noUsableHost(error);
}

/** A failure that may pass: no host can be used. */
export function noUsableHost(cause: unknown): SqlError.SqlError {
  return new SqlError.SqlError({
    reason: new SqlError.ConnectionError({
      cause,
      message: "No host of the database can be used",
      operation: "connect",
    }),
  });
}
