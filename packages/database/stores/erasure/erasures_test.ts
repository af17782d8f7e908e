import { assert, layer } from "@effect/vitest";
import { Erasures } from "@paraph/core/erasure";
import { Projects } from "@paraph/core/projects";
import { RenderStore } from "@paraph/core/renders";
import { AccountId, Email, newRow, type ProjectId, type RenderId, Slug } from "@paraph/core/values";
import { DateTime, Effect, Exit, Layer } from "effect";
import { SqlClient } from "effect/sql";

import { createProject, createVersion, migratedStores, newRender } from "../../testing/mod.ts";

const ANNA = Email.make("anna@example.com");

const addRender = Effect.fnUntraced(function* (project: ProjectId, name = "") {
  const version = yield* createVersion(project, Slug.make("letter"));
  const render = yield* newRender(project, version, { data: { values: { name }, loops: {} } });
  yield* (yield* RenderStore).add([render]);
  return render.id;
});

/** A share of a render with {@linkcode ANNA}. */
const addShare = Effect.fnUntraced(function* (renderId: RenderId) {
  const sql = yield* SqlClient.SqlClient;
  const { id, createdAt } = yield* newRow;
  yield* sql`
    INSERT INTO shares ${sql.insert({
      id,
      renderId,
      channel: "email",
      recipientEmail: ANNA,
      token: `shr_${id}0123456`,
      createdAt: DateTime.toDateUtc(createdAt),
    })}`;
  return id;
});

/** The types of a project's events that were not erased. */
const eventsOf = Effect.fnUntraced(function* (project: ProjectId) {
  const sql = yield* SqlClient.SqlClient;
  return yield* sql`SELECT type FROM events WHERE project_id = ${project} AND erased_at IS NULL`;
});

/** More events and views than one statement erases. */
const addManyEvents = Effect.fnUntraced(function* (
  projectId: ProjectId,
  data: { readonly renderId: RenderId; readonly shareId?: string; readonly note?: string },
) {
  const sql = yield* SqlClient.SqlClient;
  const json = JSON.stringify(data);
  yield* sql`
    WITH made AS (
      INSERT INTO events (id, project_id, type, created_at, body)
      SELECT
        gen_random_uuid(), ${projectId}, 'document.viewed', now(),
        json_build_object('timestamp', now(), 'data', ${json}::json)::text
      FROM generate_series(1, 1100)
      RETURNING id
    )
    INSERT INTO engagement_events (
      id, render_id, share_id, event_type, actor_kind, created_at, metadata
    )
    SELECT id, ${data.renderId}, ${data.shareId ?? null}, 'viewed', 'recipient', now(), ${json}::json
    FROM made`;
});

/** The number of audit entries of a project. */
const countAuditEntries = Effect.fnUntraced(function* (project: ProjectId) {
  const sql = yield* SqlClient.SqlClient;
  return (yield* sql`SELECT 1 FROM audit_log WHERE project_id = ${project}`).length;
});

const services = Layer.merge(Erasures.layer, Projects.layer).pipe(
  Layer.provideMerge(migratedStores),
);

layer(services, { excludeTestServices: true })("Erasures", (it) => {
  it.effect("erases many events in batches, and continues after a kill", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient;
      const { eraseRender, eraseRecipient } = yield* Erasures;
      const project = yield* createProject;
      const [erasedRender, otherRender] = [yield* addRender(project), yield* addRender(project)];
      const { id: shareId } = yield* newRow;
      yield* sql`
        INSERT INTO shares ${sql.insert({
          id: shareId,
          renderId: otherRender,
          channel: "email",
          recipientEmail: ANNA,
          token: `shr_${shareId}0123456`,
          createdAt: DateTime.toDateUtc(yield* DateTime.now),
        })}`;
      yield* addManyEvents(project, { renderId: erasedRender });
      yield* addManyEvents(project, { renderId: otherRender, note: ANNA });
      yield* addManyEvents(project, { renderId: otherRender, shareId });

      // Like a kill before the end of each.
      yield* sql`CREATE TABLE holding (render_id uuid REFERENCES renders)`;
      yield* sql`INSERT INTO holding VALUES (${erasedRender})`;
      yield* sql`
        ALTER TABLE shares
        ADD CONSTRAINT killed CHECK (recipient_email <> 'erased@erased.invalid') NOT VALID`;
      const recipient = eraseRecipient(project, { email: ANNA });
      for (const erasing of [eraseRender(project, erasedRender), recipient])
        assert.isTrue(Exit.isFailure(yield* Effect.exit(erasing)));
      assert.strictEqual(yield* countAuditEntries(project), 0);
      yield* sql`DROP TABLE holding`;
      yield* sql`ALTER TABLE shares DROP CONSTRAINT killed`;

      yield* addManyEvents(project, { renderId: erasedRender });
      yield* addManyEvents(project, { renderId: otherRender, shareId });
      yield* eraseRender(project, erasedRender);
      yield* recipient;
      assert.deepEqual(yield* eventsOf(project), []);
      assert.strictEqual(yield* countAuditEntries(project), 2);
      const [longest] = yield* sql<{ events: number }>`
        SELECT count(*)::int AS events
        FROM events
        WHERE project_id = ${project}
        GROUP BY xmin::text
        ORDER BY 1 DESC`;
      assert.isAtMost(longest!.events, 1000);
    }),
  );

  it.effect(
    "erases a person in all projects of an account, deleted ones too, and in no other account",
    () =>
      Effect.gen(function* () {
        const { eraseRecipientOf } = yield* Erasures;
        const projects = yield* Projects;
        const sql = yield* SqlClient.SqlClient;
        const [mine, theirs] = yield* Effect.all([
          projects.openAccount("Mine"),
          projects.openAccount("Theirs"),
        ]);
        const renders = new Map<ProjectId, RenderId>();
        for (const { id: account } of [mine, mine, theirs]) {
          const { id } = yield* projects.create(account, "Letters");
          renders.set(id, yield* addRender(id, ANNA));
          yield* addShare(renders.get(id)!);
        }
        const [liveProject, deletedProject, otherProject] = [...renders.keys()];
        yield* projects.remove(mine.id, deletedProject!);

        const first = yield* eraseRecipientOf(mine.id, { email: ANNA });
        assert.include(first.erased, { shares: 2, renders: 0 });
        assert.sameMembers(
          [...first.left.renders],
          [renders.get(liveProject!), renders.get(deletedProject!)],
        );
        const { erased, left } = yield* eraseRecipientOf(mine.id, { email: ANNA, documents: true });
        assert.deepEqual([erased.renders, left.renders], [2, []]);
        assert.deepEqual(
          yield* sql`SELECT project_id FROM renders WHERE id = ANY(${[...renders.values()]}::uuid[])`,
          [{ projectId: otherProject }],
        );
        for (const project of [liveProject!, deletedProject!])
          assert.deepInclude(
            (yield* sql<{
              action: string;
            }>`SELECT action FROM audit_log WHERE project_id = ${project}`).map(
              ({ action }) => action,
            ),
            "recipient.erased",
          );
        const missingAccount = AccountId.make("0198c0de-7f00-7abc-8def-0123456789ab");
        const missing = yield* Effect.flip(eraseRecipientOf(missingAccount, { email: ANNA }));
        assert.strictEqual(missing._tag, "not_found");
      }),
  );
});
