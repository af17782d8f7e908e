import { ProviderInbox, ProviderReport, SignatureQueue } from "@paraph/core/signatures";
import { currentTraceParent } from "@paraph/core/telemetry";
import { ProjectId, SignatureRequestId } from "@paraph/core/values";
import { Context, Duration, Effect, Layer, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { jobsInFlight } from "../queue/jobs_in_flight.ts";
import { WakeSignals } from "../queue/wake_signals.ts";
import { readRows } from "../sql/rows.ts";

const claimRows = readRows(
  Schema.Struct({
    id: SignatureRequestId,
    projectId: ProjectId,
    claim: Schema.String,
    failures: Schema.Int,
    traceParent: Schema.NullOr(Schema.String),
  }),
);

/** How many requests are picked beyond those to claim, since other workers may have locked some. */
const EXTRA_PICKED = 16;

const encodeReport = Schema.encodeSync(Schema.NullOr(ProviderReport));

/**
 * The queue of requests with due work, and the inbox of their providers' reports, in PostgreSQL. Leases and
 * due times use the database clock, so that nodes need not agree on the time.
 */
export const signatureQueueSql: Layer.Layer<
  SignatureQueue | ProviderInbox,
  never,
  SqlClient.SqlClient | WakeSignals
> = Layer.effectContext(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient;
    const { signature_requests: wakeSignal } = yield* WakeSignals;
    const write = (statement: Effect.Effect<unknown, unknown>) =>
      statement.pipe(Effect.orDie, Effect.asVoid);
    const fromNow = (delay: Duration.Duration) =>
      sql`clock_timestamp() + ${Duration.toMillis(delay)} * interval '1 ms'`;

    /** A claimed request is due when its lease ends. */
    const due = Effect.map(
      currentTraceParent,
      (traceParent) => sql`
        woken = claim IS NOT NULL,
        trace_parent = ${traceParent},
        due_at = CASE WHEN claim IS NULL THEN clock_timestamp() ELSE due_at END`,
    );

    const queue = SignatureQueue.of({
      wake: Effect.fnUntraced(function* (id) {
        yield* write(sql`
          UPDATE signature_requests
          SET ${yield* due}
          WHERE id = ${id}
        `);
        yield* sql.afterCommit(wakeSignal.notify);
      }),

      watch: (id, from) =>
        Effect.andThen(
          write(sql`
            UPDATE signature_requests
            SET due_at = ${fromNow(from)}
            WHERE id = ${id}
          `),
          wakeSignal.notifyAfter(from),
        ),

      awaitWake: wakeSignal.wait,

      claim: ({ atMost, share, inFlight }, lease) =>
        claimRows(sql`
          WITH in_flight AS (${jobsInFlight(sql, inFlight)}),
          turns AS (
            SELECT
              id, due_at,
              COALESCE(in_flight.jobs, 0) + row_number() OVER (
                PARTITION BY signature_requests.project_id ORDER BY due_at
              ) AS turn
            FROM signature_requests
            LEFT JOIN in_flight ON in_flight.project_id = signature_requests.project_id
            WHERE due_at <= clock_timestamp()
          ),
          -- More than requested: another worker may be about to claim the first.
          picked AS (
            SELECT id, turn
            FROM turns
            WHERE turn <= ${share}
            ORDER BY turn, due_at
            LIMIT ${atMost + EXTRA_PICKED}
          )
          UPDATE signature_requests
          SET claim = gen_random_uuid(), woken = false, due_at = ${fromNow(lease)}
          WHERE id IN (
            SELECT signature_requests.id
            FROM signature_requests
            JOIN picked ON picked.id = signature_requests.id
            WHERE due_at <= clock_timestamp()
            ORDER BY picked.turn, due_at
            LIMIT ${atMost}
            FOR UPDATE OF signature_requests SKIP LOCKED
          )
          RETURNING id, project_id, claim, failures, trace_parent
        `),

      renew: (claims, lease) =>
        claims.length === 0
          ? Effect.void
          : write(sql`
              UPDATE signature_requests
              SET due_at = ${fromNow(lease)}
              WHERE claim = ANY(${claims.map(({ claim }) => claim)}::uuid[])
            `),

      release: Effect.fnUntraced(function* ({ id, claim, failures }, next) {
        yield* write(sql`
          UPDATE signature_requests
          SET
            claim = NULL,
            woken = false,
            trace_parent = CASE WHEN woken THEN trace_parent END,
            due_at = CASE
              WHEN woken THEN clock_timestamp()
              ELSE ${next.kind === "never" ? sql`NULL::timestamptz` : fromNow(next.delay)}
            END,
            failures = ${next.kind === "retry" ? failures + 1 : 0}
          WHERE id = ${id}
            AND claim = ${claim}
        `);
        // It may have been woken meanwhile.
        yield* wakeSignal.notify;
        if (next.kind !== "never") yield* wakeSignal.notifyAfter(next.delay);
      }),
    });

    const inbox = ProviderInbox.of({
      deliver: Effect.fnUntraced(function* (provider, reports) {
        for (const { key, providerId, report, received } of reports) {
          const texts = {
            report: report === null ? null : JSON.stringify(encodeReport(report)),
            received: JSON.stringify(received),
          };
          yield* write(sql`
            INSERT INTO provider_reports ${sql.insert({ provider, key, providerId, ...texts })}
            ON CONFLICT DO NOTHING
          `);
        }
        const providerIds = [...new Set(reports.map(({ providerId }) => providerId))];
        yield* write(sql`
          UPDATE signature_requests
          SET ${yield* due}
          WHERE provider = ${provider}
            AND provider_id = ANY(${providerIds}::text[])
        `);
        yield* sql.afterCommit(wakeSignal.notify);
      }),

      prune: (age) =>
        write(sql`
          DELETE FROM provider_reports
          WHERE received_at < clock_timestamp() - ${Duration.toMillis(age)} * interval '1 ms'
        `),
    });

    return Context.make(SignatureQueue, queue).pipe(Context.add(ProviderInbox, inbox));
  }),
);
