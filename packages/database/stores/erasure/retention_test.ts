import { inspect } from "node:util";

import { assert, layer } from "@effect/vitest";
import { AuditLog } from "@paraph/core/audit";
import { PUBLIC_COPIES, FileRemover, Retention, type RetentionAges } from "@paraph/core/erasure";
import { ProjectStore } from "@paraph/core/projects";
import { documentName, RenderStore } from "@paraph/core/renders";
import { type AccountId, newRow, type ProjectId, Slug, Transaction } from "@paraph/core/values";
import { EventPublisher } from "@paraph/core/webhooks";
import { DateTime, Duration, Effect, Layer, Ref } from "effect";
import { SqlClient } from "effect/sql";
import { TestClock } from "effect/testing";

import { createProject, createVersion, migratedStores, newRender } from "../../testing/mod.ts";

/** The removed names in order. A test may make removal fail. */
const removedNames: Array<string> = [];
const isDown = Ref.makeUnsafe(false);

const files = Layer.succeed(FileRemover, {
  remove: (name) =>
    Effect.flatMap(Ref.get(isDown), (down) =>
      down ? Effect.die("The disk is gone") : Effect.sync(() => removedNames.push(name)),
    ),
});

const services = Retention.layer.pipe(Layer.provide(files), Layer.provideMerge(migratedStores));

const DEFAULT_AGES: RetentionAges = {
  renders: undefined,
  signatures: undefined,
  audit: undefined,
  events: Duration.days(30),
  deliveries: Duration.days(30),
};
const NINETY_DAYS = { ...DEFAULT_AGES, renders: Duration.days(90) };

/** Renders that ended this many days ago by every clock. */
const addFinishedRenders = Effect.fnUntraced(function* (
  project: ProjectId,
  days: number,
  count = 1,
) {
  const sql = yield* SqlClient.SqlClient;
  const store = yield* RenderStore;
  const version = yield* createVersion(project, Slug.make("letter"));
  return yield* Effect.forEach(
    Array.from({ length: count }),
    Effect.fnUntraced(function* () {
      const render = yield* newRender(project, version);
      yield* store.add([render]);
      const now = yield* DateTime.now;
      const output = { startedAt: now, at: now, pageCount: 1, byteSize: 1, sha256: "0".repeat(64) };
      yield* store.settle([{ id: render.id, ...output, move: "succeed" }]);
      yield* sql`
        UPDATE renders
        SET
          completed_at = completed_at - ${days} * interval '1 day',
          accepted_at = accepted_at - ${days} * interval '1 day'
        WHERE id = ${render.id}`;
      return render.id;
    }),
  );
});

const remainingRenders = Effect.fnUntraced(function* (project: ProjectId) {
  const sql = yield* SqlClient.SqlClient;
  const rows = yield* sql<{ id: string }>`SELECT id FROM renders WHERE project_id = ${project}`;
  return rows.map(({ id }) => id);
});

/** A signature request with this status that ended this many days ago. */
const addSignature = Effect.fnUntraced(function* (
  project: ProjectId,
  render: string,
  status: string,
  days: number,
) {
  const sql = yield* SqlClient.SqlClient;
  const { id, createdAt } = yield* newRow;
  const date = DateTime.toDateUtc(createdAt);
  const isDone = status === "completed";
  yield* sql`
    INSERT INTO signature_requests ${sql.insert({
      id,
      projectId: project,
      renderId: render,
      name: "Contract",
      provider: "builtin",
      providerId: id,
      status,
      recipients: "[]",
      expirationHours: 1,
      createdAt: date,
      expiresAt: date,
      completedAt: isDone ? date : null,
      signedFile: isDone ? JSON.stringify({ name: "x", sha256: "", byteSize: 1 }) : null,
    })}`;
  yield* sql`
    UPDATE signature_requests
    SET
      expires_at = expires_at - ${days} * interval '1 day',
      completed_at = completed_at - ${days} * interval '1 day',
      written_at = written_at - ${days} * interval '1 day'
    WHERE render_id = ${render}`;
});

layer(services, { excludeTestServices: true })("Retention", (it) => {
  it.effect("removes the public copies of a project that turned public downloads off", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient;
      const { removeFiles } = yield* Retention;
      const [project, other] = [yield* createProject, yield* createProject];
      const ids = yield* addFinishedRenders(project, 0, 3);
      const otherIds = yield* addFinishedRenders(other, 0);
      yield* sql`
        UPDATE renders SET public_url = 'https://files.example.com/' || download_token
        WHERE id = ANY(${[...ids.slice(1), ...otherIds]}::uuid[])`;
      const [account] = yield* sql<{ accountId: AccountId }>`
        SELECT account_id FROM projects WHERE id = ${project}`;
      const projects = yield* ProjectStore;
      const at = yield* DateTime.now;
      yield* projects.update(account!.accountId, project, { publicDownloads: false, at });
      removedNames.length = 0;
      yield* removeFiles;
      const tokens = yield* sql<{ downloadToken: string }>`
        SELECT download_token FROM renders WHERE id = ANY(${ids.slice(1)}::uuid[])`;
      assert.sameMembers(
        removedNames,
        tokens.map(({ downloadToken }) => `${PUBLIC_COPIES}${downloadToken}`),
      );
      const published = yield* sql<{ id: string }>`
        SELECT id FROM renders
        WHERE public_url IS NOT NULL AND id = ANY(${[...ids, ...otherIds]}::uuid[])`;
      assert.deepEqual(
        published.map(({ id }) => id),
        otherIds,
      );
    }),
  );

  it.effect("erases expired renders and their files, and nothing without a retention", () =>
    Effect.gen(function* () {
      const { sweep, removeFiles } = yield* Retention;
      const project = yield* createProject;
      const [old] = yield* addFinishedRenders(project, 91);
      const [young] = yield* addFinishedRenders(project, 89);
      yield* sweep(DEFAULT_AGES);
      assert.sameMembers(yield* remainingRenders(project), [old!, young!]);
      yield* sweep(NINETY_DAYS);
      assert.deepEqual(yield* remainingRenders(project), [young!]);
      yield* removeFiles;
      assert.include(removedNames, documentName(old!));
      assert.notInclude(removedNames, documentName(young!));
    }),
  );

  it.effect(
    "uses the database's clock, so that a node with a clock in the past loses nothing",
    () =>
      Effect.gen(function* () {
        const { sweep } = yield* Retention;
        const sql = yield* SqlClient.SqlClient;
        const project = yield* createProject;
        const [render] = yield* addFinishedRenders(project, 0);
        yield* sql`UPDATE renders SET completed_at = '2001-01-01' WHERE id = ${render!}`;
        yield* sweep(NINETY_DAYS);
        assert.deepEqual(yield* remainingRenders(project), [render!]);
      }),
  );

  it.effect("uses it for events and ended signatures too", () =>
    Effect.gen(function* () {
      const { sweep } = yield* Retention;
      const sql = yield* SqlClient.SqlClient;
      const project = yield* createProject;
      const publishEvent = (yield* EventPublisher).publish({
        projectId: project,
        type: "render.queued",
        data: {},
      });
      yield* (yield* Transaction).run(publishEvent);
      yield* sql`UPDATE events SET created_at = '2001-01-01' WHERE project_id = ${project}`;
      const [render] = yield* addFinishedRenders(project, 200);
      yield* addSignature(project, render!, "completed", 0);
      yield* sql`UPDATE signature_requests SET completed_at = '2001-01-01' WHERE render_id = ${render!}`;
      yield* sweep({ ...NINETY_DAYS, signatures: Duration.days(100) });
      assert.deepEqual(yield* remainingRenders(project), [render!]);
      assert.lengthOf(yield* sql`SELECT 1 FROM events WHERE project_id = ${project}`, 1);
    }),
  );

  it.effect("a render that cannot be erased does not block others", () =>
    Effect.gen(function* () {
      const { sweep } = yield* Retention;
      const sql = yield* SqlClient.SqlClient;
      const project = yield* createProject;
      const [stuck] = yield* addFinishedRenders(project, 300);
      yield* addFinishedRenders(project, 200, 120);
      const publishEvent = (yield* EventPublisher).publish({
        projectId: project,
        type: "render.queued",
        data: {},
      });
      yield* (yield* Transaction).run(publishEvent);
      yield* sql`
        UPDATE events SET created_at = '2001-01-01', written_at = '2001-01-01'
        WHERE project_id = ${project}`;
      yield* sql`
        CREATE TRIGGER stuck BEFORE DELETE ON renders
        FOR EACH ROW WHEN (OLD.id = ${sql.literal(`'${stuck!}'`)}) EXECUTE FUNCTION refuse_change()`;
      yield* Effect.ensuring(sweep(NINETY_DAYS), Effect.orDie(sql`DROP TRIGGER stuck ON renders`));
      assert.deepEqual(yield* remainingRenders(project), [stuck!]);
      assert.deepEqual(yield* sql`SELECT 1 FROM events WHERE project_id = ${project}`, []);
      yield* sweep(NINETY_DAYS);
      assert.deepEqual(yield* remainingRenders(project), []);
    }),
  );

  it.effect("a table that cannot be erased does not block others", () =>
    Effect.gen(function* () {
      const { sweep } = yield* Retention;
      const sql = yield* SqlClient.SqlClient;
      const project = yield* createProject;
      yield* sql`ALTER TABLE events RENAME COLUMN written_at TO out_of_reach`;
      const target = { kind: "project", id: project };
      yield* (yield* AuditLog).record({ action: "project.renamed", projectId: project, target });
      yield* Effect.sleep("5 millis");
      yield* Effect.ensuring(
        sweep({ ...DEFAULT_AGES, audit: Duration.millis(1) }),
        Effect.orDie(sql`ALTER TABLE events RENAME COLUMN out_of_reach TO written_at`),
      );
      assert.deepEqual(yield* sql`SELECT 1 FROM audit_log WHERE project_id = ${project}`, []);
    }),
  );

  it.effect("erases nothing while clocks contradict each other", () =>
    Effect.gen(function* () {
      const { sweep } = yield* Retention;
      const project = yield* createProject;
      const [old] = yield* addFinishedRenders(project, 91);
      yield* TestClock.setTime(Date.parse("2099-01-01")).pipe(
        Effect.andThen(sweep(NINETY_DAYS)),
        Effect.provide(TestClock.layer()),
      );
      assert.deepEqual(yield* remainingRenders(project), [old!]);
    }),
  );

  it.effect("has a separate retention for renders that were sent for signature", () =>
    Effect.gen(function* () {
      const { sweep } = yield* Retention;
      const project = yield* createProject;
      const [completedRender, openRender, lateRender] = yield* addFinishedRenders(project, 400, 3);
      yield* addSignature(project, completedRender!, "completed", 200);
      yield* addSignature(project, openRender!, "sent", 200);
      yield* addSignature(project, lateRender!, "declined", 50);
      yield* sweep(NINETY_DAYS);
      assert.lengthOf(yield* remainingRenders(project), 3);
      yield* sweep({ ...NINETY_DAYS, signatures: Duration.days(100) });
      assert.sameMembers(yield* remainingRenders(project), [openRender!, lateRender!]);
    }),
  );

  it.effect("two concurrent sweeps erase everything once", () =>
    Effect.gen(function* () {
      const { sweep, removeFiles } = yield* Retention;
      const project = yield* createProject;
      const renders = yield* addFinishedRenders(project, 100, 250);
      yield* removeFiles;
      yield* Effect.all([sweep(NINETY_DAYS), sweep(NINETY_DAYS), sweep(NINETY_DAYS)], {
        concurrency: 3,
      });
      assert.deepEqual(yield* remainingRenders(project), []);
      removedNames.length = 0;
      yield* Effect.all([removeFiles, removeFiles], { concurrency: 2 });
      const documents = removedNames.filter((name) => !name.startsWith(PUBLIC_COPIES));
      assert.sameMembers(documents, renders.map(documentName));
      assert.lengthOf(removedNames, 2 * renders.length);
    }),
  );

  it.effect("a file that cannot be removed is retried, and removed again after an hour", () =>
    Effect.gen(function* () {
      const { sweep, removeFiles } = yield* Retention;
      const sql = yield* SqlClient.SqlClient;
      const project = yield* createProject;
      const [render] = yield* addFinishedRenders(project, 100);
      const name = documentName(render!);
      yield* sweep(NINETY_DAYS);
      yield* Ref.set(isDown, true);
      yield* Effect.exit(removeFiles);
      yield* Ref.set(isDown, false);
      removedNames.length = 0;
      const age = (by: string) =>
        sql`
          UPDATE removed_files
          SET added_at = added_at - ${by}::interval, due_at = due_at - ${by}::interval
          WHERE name = ${name}`;
      yield* age("2 minutes");
      yield* removeFiles;
      yield* removeFiles;
      assert.deepEqual(removedNames, [name]);
      yield* age("2 hours");
      yield* removeFiles;
      assert.deepEqual(removedNames, [name, name]);
      assert.deepEqual(yield* sql`SELECT 1 FROM removed_files WHERE name = ${name}`, []);
    }),
  );

  it.effect("erases events, deliveries and the audit log by age", () =>
    Effect.gen(function* () {
      const { sweep } = yield* Retention;
      const sql = yield* SqlClient.SqlClient;
      const project = yield* createProject;
      const { publish } = yield* EventPublisher;
      const { record } = yield* AuditLog;
      const publishEvent = publish({ projectId: project, type: "render.queued", data: {} });
      yield* (yield* Transaction).run(Effect.andThen(publishEvent, publishEvent));
      yield* record({
        action: "project.renamed",
        projectId: project,
        target: { kind: "project", id: project },
      });
      const count = Effect.fnUntraced(function* (table: string) {
        const rows = yield* sql`SELECT 1 FROM ${sql(table)} WHERE project_id = ${project}`;
        return rows.length;
      });
      yield* sql`
        UPDATE events
        SET
          created_at = created_at - interval '39 days',
          written_at = written_at - interval '39 days'
        WHERE id IN (SELECT id FROM events WHERE project_id = ${project} LIMIT 1)`;
      yield* sweep(DEFAULT_AGES);
      assert.deepEqual([yield* count("events"), yield* count("audit_log")], [1, 1]);
      yield* Effect.sleep("5 millis");
      yield* sweep({ ...DEFAULT_AGES, audit: Duration.millis(1) });
      assert.strictEqual(yield* count("audit_log"), 0);
    }),
  );

  it.effect("only retention can delete from the audit log, and nothing can change it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient;
      const projectId = yield* createProject;
      const target = { kind: "project", id: projectId };
      yield* (yield* AuditLog).record({ action: "project.renamed", projectId, target });
      const statements = [
        sql`UPDATE audit_log SET action = 'nothing'`,
        sql`DELETE FROM audit_log`,
        sql`TRUNCATE audit_log`,
        sql`DELETE FROM audit_log WHERE set_config('paraph.erasing', 'signing_audit', true) <> ''`,
      ];
      for (const statement of statements) {
        assert.include(inspect(yield* Effect.flip(statement), { depth: 5 }), "never change");
      }
    }),
  );
});
