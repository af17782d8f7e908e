import { assert, layer } from "@effect/vitest";
import { Effect } from "effect";
import { SqlClient } from "effect/sql";

import { migratedDatabase, testDatabase } from "../testing/mod.ts";
import { hashSources } from "../testing/test_database_options.ts";
import { LATEST_MIGRATION, migrate, migrateTo } from "./mod.ts";

const createdAt = new Date("2026-05-04T03:02:01Z");

const empty = testDatabase({ migrate: Effect.void, version: "empty" });

const tables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  const rows = yield* sql<{ readonly name: string }>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`;
  return rows.map(({ name }) => name);
});

layer(empty, { excludeTestServices: true })("migrate", (it) => {
  it.effect("creates the schema once in 5 concurrent runs, and nothing in another run", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* tables, []);
      const runs = yield* Effect.all([migrate, migrate, migrate, migrate, migrate], {
        concurrency: "unbounded",
      });
      assert.lengthOf(runs.flat(), LATEST_MIGRATION);
      assert.deepStrictEqual(yield* migrate, []);
      assert.includeMembers(yield* tables, [
        "accounts",
        "keys",
        "projects",
        "renders",
        "templates",
      ]);
    }),
  );
});

const firstRelease = testDatabase({
  migrate: migrateTo(1),
  version: `first_${hashSources(import.meta.dirname)}`,
});

layer(firstRelease, { excludeTestServices: true })("weekly_events", (it) => {
  it.effect("keeps the events and deliveries of the previous release, and their order", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient;
      const owner = "01900000-0000-7000-8000-000000000000";
      yield* sql`INSERT INTO accounts ${sql.insert({ id: owner, name: "Acme", createdAt })}`;
      yield* sql`
        INSERT INTO projects ${sql.insert({ id: owner, createdAt, updatedAt: createdAt, accountId: owner, slug: "p", name: "P" })}`;
      yield* sql`
        INSERT INTO webhooks (id, project_id, url, events, enabled, secret, former_secrets, created_at)
        VALUES (${owner}, ${owner}, 'https://a.example', ARRAY['*'], true, 's', '[]', ${createdAt})`;
      const add = Effect.fnUntraced(function* (id: string) {
        const event = { id, projectId: owner, type: "render.queued", body: "{}", createdAt };
        yield* sql`INSERT INTO events ${sql.insert(event)}`;
        yield* sql`
          INSERT INTO webhook_deliveries ${sql.insert({ id, webhookId: owner, eventId: id, createdAt })}`;
      });
      // The id of the second is of a clock that was ahead.
      const ids = [
        "01990000-0000-7000-8000-000000000000",
        "03b00000-0000-7000-8000-000000000000",
        "01980000-0000-7000-8000-000000000000",
      ];
      for (const id of ids) yield* add(id);
      assert.deepStrictEqual(yield* migrateTo(3), ["render_warnings", "weekly_events"]);
      const last = "01970000-0000-7000-8000-000000000000";
      yield* add(last);
      const rows = yield* sql<{ readonly id: string }>`
        SELECT events.id
        FROM events
        JOIN webhook_deliveries ON event_id = events.id
        ORDER BY written_by, position`;
      assert.deepStrictEqual(
        rows.map(({ id }) => id),
        [...ids, last],
      );
    }),
  );
});

layer(migratedDatabase, { excludeTestServices: true })("template_versions", (it) => {
  it.effect("rejects changes of its rows", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient;
      const id = "01900000-0000-7000-8000-000000000000";
      const commonFields = { id, createdAt, updatedAt: createdAt };
      yield* sql`INSERT INTO accounts ${sql.insert({ id, name: "Acme", createdAt })}`;
      const project = { ...commonFields, accountId: id, slug: "p", name: "P" };
      yield* sql`INSERT INTO projects ${sql.insert(project)}`;
      const template = { projectId: id, slug: "t", name: "T", templateType: "document" };
      yield* sql`INSERT INTO templates ${sql.insert({ ...commonFields, ...template })}`;
      const content = { manifest: "{}", layout: "{}", pageConfig: "{}", title: "T" };
      const version = { id, templateId: id, versionNumber: 1, ...content, createdAt };
      yield* sql`INSERT INTO template_versions ${sql.insert(version)}`;
      const { reason } = yield* Effect.flip(sql`UPDATE template_versions SET title = 'Other'`);
      assert.include(String(reason.cause), "rows of template_versions never change");
    }),
  );
});
