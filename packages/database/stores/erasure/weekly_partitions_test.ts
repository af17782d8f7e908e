import { assert, layer } from "@effect/vitest";
import { FileRemover, Retention, type RetentionAges } from "@paraph/core/erasure";
import { newRow, type ProjectId, Transaction } from "@paraph/core/values";
import { EventPublisher, EventStore } from "@paraph/core/webhooks";
import { DateTime, Duration, Effect, Layer, Schedule } from "effect";
import { SqlClient } from "effect/sql";

import { createProject, migratedStores } from "../../testing/mod.ts";

const noFiles = Layer.succeed(FileRemover, { remove: () => Effect.void });
const services = Retention.layer.pipe(Layer.provide(noFiles), Layer.provideMerge(migratedStores));

const AGES: RetentionAges = {
  renders: undefined,
  signatures: undefined,
  audit: undefined,
  events: Duration.days(30),
  deliveries: Duration.days(30),
};

/** An event and its delivery, as nodes write them whose clocks are this many days off. */
const addEvent = Effect.fnUntraced(function* (project: ProjectId, days: number, isOld = false) {
  const sql = yield* SqlClient.SqlClient;
  const { id: newId, createdAt } = yield* newRow;
  const at = DateTime.add(createdAt, { days });
  const time = DateTime.toEpochMillis(at).toString(16).padStart(12, "0");
  const id = `${time.slice(0, 8)}-${time.slice(8)}${newId.slice(13)}`;
  const body = { id, type: "render.queued", timestamp: at, projectId: project, data: {} };
  const times = { createdAt: DateTime.toDateUtc(at) };
  const writtenAt = DateTime.toDateUtc(isOld ? at : createdAt);
  yield* sql`
    INSERT INTO events ${sql.insert({
      id,
      projectId: project,
      type: "render.queued",
      body: JSON.stringify(body),
      ...times,
      writtenAt,
    })}`;
  yield* sql`
    INSERT INTO webhook_deliveries ${sql.insert({
      id,
      eventId: id,
      webhookId: newId,
      status: "pending",
      ...times,
      writtenAt,
    })}`;
  return id;
});

const partitionOf = Effect.fnUntraced(function* (table: string, id: string) {
  const sql = yield* SqlClient.SqlClient;
  const rows = yield* sql<{ readonly name: string }>`
    SELECT tableoid::regclass::text AS name FROM ${sql(table)} WHERE id = ${id}`;
  return rows[0]?.name;
});

/** Lets the first partition begin with the week of a time, as if it had been added by a sweep. */
const splitFirst = Effect.fnUntraced(function* (table: string, name: string, until: string) {
  const sql = yield* SqlClient.SqlClient;
  const run = (statement: string) => sql.unsafe(statement).unprepared;
  const [first] = yield* sql<{ readonly name: string; readonly bound: string }>`
    SELECT relname::text AS name, substring(pg_get_expr(relpartbound, oid) FROM 'TO (.*)') AS bound
    FROM pg_class
    WHERE pg_get_expr(relpartbound, oid) LIKE '%(MINVALUE)%'
      AND relname LIKE ${`${table}%`}`;
  yield* run(`ALTER TABLE ${table} DETACH PARTITION ${first!.name}`);
  yield* run(`
    CREATE TABLE ${name} PARTITION OF ${table} FOR VALUES FROM (MINVALUE) TO ('${until}')`);
  yield* run(`
    ALTER TABLE ${table} ATTACH PARTITION ${first!.name}
    FOR VALUES FROM ('${until}') TO ${first!.bound}`);
});

layer(services, { excludeTestServices: true })("weeklyPartitions", (it) => {
  it.effect("accepts ids of any time, in the order of their writing", () =>
    Effect.gen(function* () {
      const project = yield* createProject;
      const publishEvent = (yield* EventPublisher).publish({
        projectId: project,
        type: "render.queued",
        data: {},
      });
      const ids = [yield* addEvent(project, 400), yield* addEvent(project, -400)];
      yield* (yield* Transaction).run(publishEvent);
      ids.push(yield* addEvent(project, 10));
      const { read } = yield* EventStore;
      // Events appear when no earlier transaction of the server runs.
      const events = yield* Effect.repeat(read(project, undefined, 10), {
        until: (found) => found.length === 4,
        schedule: Schedule.spaced("20 millis"),
      });
      assert.deepEqual([events[0]?.id, events[1]?.id, events[3]?.id].map(String), ids);
    }),
  );

  it.effect("adds the coming weeks once, and moves the rows of a clock that was ahead", () =>
    Effect.gen(function* () {
      const { sweep } = yield* Retention;
      const project = yield* createProject;
      // In the last week that a sweep adds, on each day of this week.
      const id = yield* addEvent(project, 14);
      assert.strictEqual(yield* partitionOf("events", id), "events_other");
      yield* Effect.all([sweep(AGES), sweep(AGES), sweep(AGES)], { concurrency: 3 });
      for (const table of ["events", "webhook_deliveries"]) {
        assert.match((yield* partitionOf(table, id)) ?? "", /_until_\d{8}$/u);
      }
    }),
  );

  it.effect("drops a week when everything in it has expired, and no sooner", () =>
    Effect.gen(function* () {
      const { sweep } = yield* Retention;
      const sql = yield* SqlClient.SqlClient;
      const project = yield* createProject;
      const old = yield* addEvent(project, -80, true);
      for (const table of ["events", "webhook_deliveries"]) {
        yield* sql`DELETE FROM ${sql(table)}`;
        yield* splitFirst(table, `${table}_until_20260105`, "019b8b5b-8000-0000-0000-000000000000");
      }
      const late = "019b0000-0000-7000-8000-000000000000";
      for (const [table, column] of [
        ["events", "id"],
        ["webhook_deliveries", "event_id"],
      ] as const) {
        const id = yield* addEvent(project, -31, true);
        yield* sql`
          UPDATE ${sql(table)} SET id = ${late}, created_at = '2025-12-01'
          WHERE ${sql(column)} = ${id}`;
      }
      const remaining = Effect.gen(function* () {
        const rows = yield* sql`
          SELECT to_regclass('events_until_20260105')::text AS events,
            to_regclass('webhook_deliveries_until_20260105')::text AS deliveries`;
        return rows[0];
      });
      yield* sql`UPDATE events SET written_at = now() WHERE id = ${late}`;
      yield* sql`UPDATE webhook_deliveries SET written_at = now() WHERE id = ${late}`;
      yield* sweep(AGES);
      assert.deepEqual(yield* remaining, {
        events: "events_until_20260105",
        deliveries: "webhook_deliveries_until_20260105",
      });
      yield* sql`UPDATE events SET written_at = created_at`;
      yield* sql`UPDATE webhook_deliveries SET written_at = created_at`;
      yield* sweep(AGES);
      assert.deepEqual(yield* remaining, { events: null, deliveries: null });
      assert.isUndefined(yield* partitionOf("events", old));
    }),
  );
});
