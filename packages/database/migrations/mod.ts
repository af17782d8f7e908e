import { Effect, Schedule } from "effect";
import { Migrator, SqlClient, SqlError } from "effect/sql";

import { accountsAndProjects } from "./0001_accounts_and_projects.ts";
import { keys } from "./0002_keys.ts";
import { templates } from "./0003_templates.ts";
import { renders } from "./0004_renders.ts";
import { idempotencyKeys } from "./0005_idempotency_keys.ts";
import { partners } from "./0006_partners.ts";
import { events } from "./0007_events.ts";
import { sharesAndEngagement } from "./0008_shares_and_engagement.ts";
import { mails } from "./0009_mails.ts";
import { webhooks } from "./0010_webhooks.ts";
import { inboundHooks } from "./0011_inbound_hooks.ts";
import { compiledLayouts } from "./0012_compiled_layouts.ts";
import { signatures } from "./0013_signatures.ts";
import { signing } from "./0014_signing.ts";
import { embed } from "./0015_embed.ts";
import { publicCopiesAndStarts } from "./0016_public_copies_and_starts.ts";
import { traceParents } from "./0017_trace_parents.ts";
import { retention } from "./0018_retention.ts";
import { listsOfMany } from "./0019_lists_of_many.ts";
import { fairWork } from "./0020_fair_work.ts";
import { blobs } from "./0021_blobs.ts";
import { mailFailures } from "./0022_mail_failures.ts";
import { moreIdempotentOperations } from "./0023_more_idempotent_operations.ts";
import { dueWork } from "./0024_due_work.ts";

/**
 * Every change to the schema, in order. Add to the end; never touch what has been released.
 *
 * While a new release is rolled out, processes of the one before go on working on the new schema. So a
 * change only adds: tables, indexes, columns that may be null or have a default. What old code reads,
 * writes or relies on is not renamed, dropped or made stricter in the release that stops needing it, but
 * in a later one. What is queued stays readable by the release before. Changes are quick: they hold up
 * everybody who uses a table that they lock.
 */
const MIGRATIONS = {
  "0001_accounts_and_projects": accountsAndProjects,
  "0002_keys": keys,
  "0003_templates": templates,
  "0004_renders": renders,
  "0005_idempotency_keys": idempotencyKeys,
  "0006_partners": partners,
  "0007_events": events,
  "0008_shares_and_engagement": sharesAndEngagement,
  "0009_mails": mails,
  "0010_webhooks": webhooks,
  "0011_inbound_hooks": inboundHooks,
  "0012_compiled_layouts": compiledLayouts,
  "0013_signatures": signatures,
  "0014_signing": signing,
  "0015_embed": embed,
  "0016_public_copies_and_starts": publicCopiesAndStarts,
  "0017_trace_parents": traceParents,
  "0018_retention": retention,
  "0019_lists_of_many": listsOfMany,
  "0020_fair_work": fairWork,
  "0021_blobs": blobs,
  "0022_mail_failures": mailFailures,
  "0023_more_idempotent_operations": moreIdempotentOperations,
  "0024_due_work": dueWork,
};

/** Whoever asks for a table behind a change that waits for it waits as well: so none waits for long. */
const brieflyWaiting = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`SET LOCAL lock_timeout = '2s'`,
);

/** A table may be in use for as long as it takes to copy all of it. */
const AGAIN = Schedule.spaced("1 second").pipe(Schedule.upTo({ duration: "10 minutes" }));

/** The number of the last change: that of a database with the current schema. */
export const LATEST_MIGRATION = Math.max(
  ...Object.keys(MIGRATIONS).map((name) => Number(name.slice(0, 4))),
);

/**
 * Brings a database to the current schema; does nothing when it is there already.
 *
 * Any number of servers may start at once: a lock lets one migrate and the others wait. While somebody
 * uses a table for long, it steps back and tries again: those who come later never wait for those before.
 */
export const migrate: Effect.Effect<
  ReadonlyArray<string>,
  Migrator.MigrationError | SqlError.SqlError,
  SqlClient.SqlClient
> = migrating(LATEST_MIGRATION);

/** Brings an empty database to a schema as it once was: so many changes of it. */
export const migrateTo: (schema: number) => typeof migrate = migrating;

function migrating(schema: number): typeof migrate {
  return Effect.gen(function* () {
    const before = yield* applied;
    const pending = Object.keys(MIGRATIONS).slice(before, schema);
    // Nobody waits for tables that are not there yet. Else one by one: locks are held for one change.
    const steps = before === 0 ? [schema] : pending.map((_, at) => before + at + 1);
    const done = yield* Effect.forEach(steps, changedUpTo);
    return done.flat();
  });
}

/** How many changes a database has had. */
const applied = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  const tables = yield* sql`SELECT 1 WHERE to_regclass('paraph_migrations') IS NOT NULL`;
  if (tables.length === 0) return 0;
  const [latest] = yield* sql<{ readonly applied: number }>`
    SELECT COALESCE(max(migration_id), 0)::int AS applied FROM paraph_migrations`;
  return latest?.applied ?? 0;
});

/** Brings a database to a schema in one transaction. */
function changedUpTo(schema: number): typeof migrate {
  const wanted = Object.entries(MIGRATIONS).slice(0, schema);
  const polite = wanted.map(([name, change]) => [name, Effect.andThen(brieflyWaiting, change)]);
  return Migrator.make({})({
    loader: Migrator.fromRecord(Object.fromEntries(polite)),
    table: "paraph_migrations",
  }).pipe(
    Effect.tapError((error) =>
      isHeldUp(error)
        ? Effect.logWarning("A change of the schema waits for somebody who uses a table for long")
        : Effect.void,
    ),
    Effect.retry({ while: isHeldUp, schedule: AGAIN }),
    Effect.map((done) => done.map(([, name]) => name)),
  );
}

/** A lock did not come in time, or two waited for each other. */
function isHeldUp(error: unknown): boolean {
  const failure = error instanceof Migrator.MigrationError ? error.cause : error;
  if (!SqlError.isSqlError(failure)) return false;
  return ["LockTimeoutError", "DeadlockError"].includes(failure.reason._tag);
}
