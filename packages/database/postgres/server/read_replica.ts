import { METRICS, record } from "@paraph/core/telemetry";
import { batched, ReadReplica } from "@paraph/core/values";
import {
  Cause,
  Context,
  Data,
  Duration,
  Effect,
  Fiber,
  Layer,
  Option,
  type Redacted,
  Schedule,
  Schema,
} from "effect";
import { Reactivity } from "effect/reactivity";
import { SqlClient, type SqlError } from "effect/sql";

import { HasReplica } from "../../stores/sql/commit_level.ts";
import { readRows } from "../../stores/sql/rows.ts";
import {
  openConnection,
  openRemoteClient,
  type PostgresUnavailable,
  type RemoteTarget,
} from "../client.ts";
import { describeServer } from "../server_postgres.ts";
import { noUsableHost } from "./pooled_client.ts";

/** Each connection of the pool can run another batch. */
const BATCHES = { concurrency: 2, atMost: 256 };

/** Each statement has its own snapshot. The default of a server may differ. */
const BEGIN = "BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY";

/** How long a replica may take for a read. */
const READ_TIMEOUT = "3 seconds";

/** How long a replica that failed or lags is not used. */
const PAUSE = Duration.seconds(2);

/** The same for a replica that is ahead, because the primary runs a transaction. */
const SHORT_PAUSE = Duration.millis(250);

/** Waits for a replica that is a moment behind, or for a primary: 31 ms at most. */
const CATCH_UP = Schedule.exponential("1 millis").pipe(Schedule.upTo({ times: 5 }));

/** The replica lacks changes, or has another timeline than the primary. */
class ReplicaBehind extends Data.TaggedError("replica_behind") {}

/** The server is no standby of the primary. */
class NotAStandby extends Data.TaggedError("not_a_standby")<{ readonly message: string }> {}

/** The replica shows changes for whose commit the primary still waits. */
class ReplicaAhead extends Data.TaggedError("replica_ahead") {}

/** A position in the history of the primary, and its oldest running transaction. */
const Position = Schema.Struct({
  lsn: Schema.String,
  xmin: Schema.String,
  timeline: Schema.Int,
  system: Schema.String,
});
type Position = typeof Position.Type;

const positionRows = readRows(Position);
const currentRows = readRows(
  Schema.Struct({ isStandby: Schema.Boolean, isCurrent: Schema.Boolean }),
);
const snapshotRows = readRows(Schema.Struct({ snapshot: Schema.String }));
const confirmedRows = readRows(Schema.Struct({ isConfirmed: Schema.Boolean }));

/**
 * Reads on a replica that give what the primary would give, for all clients and through any node:
 *
 * 1. The primary is asked for its position after the read was requested. It covers every commit that any
 *    client may know of.
 * 2. The replica is used if it has replayed that position of the same timeline. Otherwise it may lack
 *    changes, or contain changes of a primary that was replaced. It must also know the end of each
 *    transaction before the oldest one that the primary runs: a rollback is not flushed, and reads of
 *    events wait for it.
 * 3. A replica can be ahead: it shows commits for which the primary still waits. The primary is asked at the
 *    end whether it shows all of them too.
 *
 * Otherwise, or if the replica fails, the read runs on the primary.
 *
 * @param replica A client that connects when it is used.
 */
const replicaReads = Effect.fnUntraced(function* (replica: SqlClient.SqlClient) {
  const primary = yield* SqlClient.SqlClient;

  const positions = yield* batched(
    (calls: ReadonlyArray<void>) =>
      Effect.map(
        // Without synchronous commits, a confirmed change may not be flushed yet.
        positionRows(primary`
          SELECT
            CASE current_setting('synchronous_commit')
              WHEN 'off' THEN pg_current_wal_insert_lsn()
              ELSE pg_current_wal_flush_lsn()
            END::text AS lsn,
            pg_snapshot_xmin(pg_current_snapshot())::text AS xmin,
            ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int AS timeline,
            (SELECT system_identifier FROM pg_control_system())::text AS system
        `),
        ([position]) => calls.map(() => position),
      ),
    BATCHES,
  );

  // The snapshot of a standby does not list running transactions, so those of the primary count as shown.
  const confirmations = yield* batched(
    (calls: ReadonlyArray<{ readonly snapshot: string; readonly timeline: number }>) =>
      Effect.map(
        confirmedRows(primary`
          SELECT
            pg_snapshot_xmax(seen) <= pg_snapshot_xmax(shown)
              AND NOT EXISTS (
                SELECT FROM pg_snapshot_xip(shown) AS running
                WHERE pg_visible_in_snapshot(running, seen)
              )
              AND timeline =
                ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int
              AS is_confirmed
          FROM
            unnest(
              ${calls.map(({ snapshot }) => snapshot)}::pg_snapshot[],
              ${calls.map(({ timeline }) => timeline)}::int[]
            ) WITH ORDINALITY AS call (seen, timeline, place),
            pg_current_snapshot() AS shown
          ORDER BY place
        `),
        (rows) => rows.map(({ isConfirmed }) => isConfirmed),
      ),
    BATCHES,
  );

  const requireCurrent = ({ lsn, xmin, timeline, system }: Position) =>
    currentRows(replica`
      SELECT
        pg_is_in_recovery()
          AND ${system}::text = (SELECT system_identifier FROM pg_control_system())::text
          AS is_standby,
        COALESCE(
          pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn
            AND pg_snapshot_xmin(pg_current_snapshot()) >= ${xmin}::xid8
            AND ${timeline}::int = GREATEST(
              (SELECT timeline_id FROM pg_control_checkpoint()),
              (SELECT min_recovery_end_timeline FROM pg_control_recovery())
            ),
          false
        ) AS is_current
    `).pipe(
      Effect.filterOrFail(
        ([row]) => row?.isStandby === true,
        () => new NotAStandby({ message: "DATABASE_READ_URL is not a standby of DATABASE_URL" }),
      ),
      Effect.filterOrFail(
        ([row]) => row?.isCurrent === true,
        () => new ReplicaBehind(),
      ),
      Effect.retry({ schedule: CATCH_UP, while: ({ _tag }) => _tag === "replica_behind" }),
    );

  /** Runs statements of the stores on a connection to the replica. */
  const readOnReplica = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
    const context = yield* Effect.context<R>();
    // A failure of the primary says nothing about the replica.
    const position = yield* Effect.orElseSucceed(positions(), () => undefined);
    if (position === undefined) return yield* new ReplicaBehind();
    const read = Effect.gen(function* () {
      // Each of the following statements has a newer snapshot than this one.
      yield* requireCurrent(position);
      const connection = yield* Effect.serviceOption(replica.transactionService);
      const onReplica = Option.match(connection, {
        onNone: () => context,
        onSome: (service) => Context.add(context, primary.transactionService, service),
      });
      const exit = yield* Effect.exit(Effect.provideContext(effect, onReplica));
      const [last] = yield* snapshotRows(replica`SELECT pg_current_snapshot()::text AS snapshot`);
      return { exit, snapshot: last?.snapshot ?? "" };
    });
    const { exit, snapshot } = yield* replica
      .withTransaction(read)
      .pipe(Effect.provideService(SqlClient.BeginTransaction, BEGIN));
    yield* confirmations({ snapshot, timeline: position.timeline }).pipe(
      Effect.filterOrFail(
        (isConfirmed) => isConfirmed,
        () => new ReplicaAhead(),
      ),
      Effect.retry(CATCH_UP),
    );
    return exit;
  });

  // Monotonic: the clock may be set.
  let pausedUntil = 0;
  let isReported = false;
  const pause = (duration: Duration.Duration) =>
    Effect.sync(() => {
      pausedUntil = performance.now() + Duration.toMillis(duration);
    });

  const tryReplica = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    inTime(readOnReplica(effect)).pipe(
      Effect.matchCauseEffect({
        onSuccess: (exit) =>
          Effect.flatMap(record(METRICS.replicaReads, 1, { server: "replica" }), () => {
            pausedUntil = 0;
            isReported = false;
            return exit;
          }),
        onFailure: Effect.fnUntraced(function* (cause) {
          const failure = Option.getOrUndefined(Cause.findErrorOption(cause));
          const isAhead = failure?._tag === "replica_ahead";
          yield* pause(isAhead ? SHORT_PAUSE : PAUSE);
          if (!isAhead && failure?._tag !== "replica_behind" && !isReported) {
            isReported = true;
            yield* Effect.logWarning("The read replica cannot be used", cause);
          }
          return yield* onPrimary(effect);
        }),
      }),
    );

  const read = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.gen(function* () {
      const transaction = yield* Effect.serviceOption(primary.transactionService);
      if (Option.isSome(transaction) || performance.now() < pausedUntil)
        return yield* onPrimary(effect);
      // A replica that was not used is tried by one read at a time.
      if (pausedUntil > 0) yield* pause(PAUSE);
      return yield* tryReplica(effect);
    });
  return { read };
});

/** A frozen replica does not roll back an interrupted read either, so the read ends without waiting for that. */
const inTime = <A, E, R>(read: Effect.Effect<A, E, R>) =>
  Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(Effect.forkDetach(restore(read)), (fiber) =>
      restore(Effect.timeout(Fiber.join(fiber), READ_TIMEOUT)).pipe(
        Effect.onError(() => Effect.forkDetach(Fiber.interrupt(fiber))),
      ),
    ),
  );

const onPrimary = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.andThen(record(METRICS.replicaReads, 1, { server: "primary" }), effect);

const verifyStandby = (target: RemoteTarget): Effect.Effect<void, SqlError.SqlError> =>
  openConnection(target).pipe(
    Effect.flatMap((connection) => connection.queryValues("SELECT pg_is_in_recovery()")),
    Effect.filterOrFail(
      ([row]) => row?.[0] === true,
      () => noUsableHost(new Error("The server is not a standby")),
    ),
    Effect.asVoid,
    Effect.scoped,
  );

/**
 * Reads on a replica of the database of this context, by URL. Of several hosts, the first standby is used. The
 * replica need not respond at start.
 */
export function readReplica(
  url: Redacted.Redacted,
): Layer.Layer<never, PostgresUnavailable | SqlError.SqlError, SqlClient.SqlClient> {
  const open = Effect.gen(function* () {
    const { targets } = yield* Effect.fromResult(describeServer(url, "replica"));
    // A replica may also be behind a pooler, which cannot be detected while it does not respond.
    const [first, ...others] = targets;
    const unprepared = (target: RemoteTarget) => ({ ...target, prepare: false });
    const client = yield* openRemoteClient(
      [unprepared(first), ...others.map(unprepared)],
      undefined,
      verifyStandby,
    );
    return Context.make(ReadReplica, yield* replicaReads(client)).pipe(
      Context.add(HasReplica, true),
    );
  });
  return Layer.effectContext(open).pipe(Layer.provide(Reactivity.layer));
}
