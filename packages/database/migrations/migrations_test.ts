import { assert, layer } from "@effect/vitest";
import { Effect } from "effect";
import { SqlClient } from "effect/sql";

import { testDatabase } from "../testing/mod.ts";
import { accountsAndProjects } from "./0001_accounts_and_projects.ts";
import { keys } from "./0002_keys.ts";
import { templates } from "./0003_templates.ts";
import { renders } from "./0004_renders.ts";
import { idempotencyKeys } from "./0005_idempotency_keys.ts";
import { compiledLayouts } from "./0012_compiled_layouts.ts";
import { migrate } from "./mod.ts";

const NAMES = [
  "accounts_and_projects",
  "keys",
  "templates",
  "renders",
  "idempotency_keys",
  "partners",
  "events",
  "shares_and_engagement",
  "mails",
  "webhooks",
  "inbound_hooks",
  "compiled_layouts",
  "signatures",
  "signing",
  "embed",
  "public_copies_and_starts",
  "trace_parents",
  "retention",
  "lists_of_many",
  "fair_work",
  "blobs",
  "mail_failures",
  "more_idempotent_operations",
  "due_work",
];

const createdAt = new Date("2026-05-04T03:02:01Z");

const empty = testDatabase({ migrate: Effect.void, version: "empty" });

const tables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  const rows = yield* sql<{ readonly name: string }>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`;
  return rows.map(({ name }) => name);
});

layer(empty, { excludeTestServices: true })("migrate", (it) => {
  it.effect("5 times at once makes the schema once, and again makes nothing", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* tables, []);
      const done = yield* Effect.all([migrate, migrate, migrate, migrate, migrate], {
        concurrency: "unbounded",
      });
      assert.deepStrictEqual(done.flat(), NAMES);
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

/** A version as it was kept when there was nothing else. */
const keptVersion = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  const id = "01900000-0000-7000-8000-000000000000";
  const dated = { id, createdAt, updatedAt: createdAt };
  yield* sql`INSERT INTO accounts ${sql.insert({ id, name: "Acme", createdAt })}`;
  yield* sql`INSERT INTO projects ${sql.insert({ ...dated, accountId: id, slug: "p", name: "P" })}`;
  const template = { projectId: id, slug: "t", name: "T", templateType: "document" };
  yield* sql`INSERT INTO templates ${sql.insert({ ...dated, ...template })}`;
  const content = { manifest: "{}", layout: "{}", pageConfig: "{}" };
  const version = { id, templateId: id, versionNumber: 1, ...content, createdAt };
  yield* sql`INSERT INTO template_versions ${sql.insert(version)}`;
  return version;
});

layer(empty, { excludeTestServices: true })("0005_idempotency_keys", (it) => {
  it.effect("keeps the keys that renders had", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient;
      yield* Effect.all([accountsAndProjects, keys, templates, renders], { discard: true });
      const { id } = yield* keptVersion;
      const pinned = { projectId: id, templateId: id, templateVersionId: id };
      const render = { ...pinned, status: "queued", source: "api", data: "{}", createdAt };
      const other = { id: id.replace(/0$/, "1"), downloadToken: "other" };
      yield* sql`INSERT INTO renders ${sql.insert({ ...render, id, downloadToken: "t", idempotencyKey: "k" })}`;
      yield* sql`INSERT INTO renders ${sql.insert({ ...render, ...other })}`;
      yield* idempotencyKeys;
      const kept = yield* sql`
        SELECT operation, within_id, key, resource_id, created_at FROM idempotency_keys`;
      assert.deepStrictEqual(kept, [
        { operation: "renders.submit", withinId: id, key: "k", resourceId: id, createdAt },
      ]);
    }),
  );
});

layer(empty, { excludeTestServices: true })("0012_compiled_layouts", (it) => {
  it.effect("gives versions the title their documents had, and lets nothing else change", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient;
      yield* Effect.all([accountsAndProjects, keys, templates], { discard: true });
      yield* keptVersion;
      yield* compiledLayouts;
      const kept = yield* sql`SELECT title, compiled_by, compiled FROM template_versions`;
      assert.deepStrictEqual(kept, [{ title: "T", compiledBy: null, compiled: null }]);
      const { reason } = yield* Effect.flip(sql`UPDATE template_versions SET title = 'Other'`);
      assert.include(String(reason.cause), "rows of template_versions never change");
    }),
  );
});
