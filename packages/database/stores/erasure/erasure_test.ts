import { assert, layer } from "@effect/vitest";
import { Erasures, ErasureStore } from "@paraph/core/erasure";
import { IdempotencyStore } from "@paraph/core/idempotency";
import { RenderStore } from "@paraph/core/renders";
import { Email, newRow, type ProjectId, RenderId, Slug, Transaction } from "@paraph/core/values";
import { EventPublisher, type EventType } from "@paraph/core/webhooks";
import { DateTime, Effect, Layer, Option } from "effect";
import { SqlClient } from "effect/sql";

import { createProject, createVersion, migratedStores, newRender } from "../../testing/mod.ts";
import { eventRender } from "../webhooks/event_store.ts";

const ANNA = "anna@example.com";

/** Texts that contain {@linkcode ANNA}. */
const NAMING = [
  ANNA,
  "Anna@EXAMPLE.com",
  `<${ANNA}>`,
  `Write to ${ANNA}, please`,
  `"${ANNA}"`,
  `Mine is ${ANNA}.`,
  `It is ${ANNA}. Thank you`,
  `Is it ${ANNA}?`,
  `mailto:${ANNA}?subject=x`,
  `first line\n${ANNA}\nthird`,
  `a\t${ANNA}`,
  `C:\\${ANNA}\\n`,
  `“${ANNA}”`,
  `${ANNA}…`,
  `(${ANNA})`,
  `joanna@example.com and ${ANNA}`,
  `${ANNA} - hers`,
  `${ANNA}...`,
];

/** Texts that contain other addresses. */
const OTHERS = [
  "joanna@example.com",
  "anna@example.community",
  "anna@example.com.au",
  "anna@example.com-pany.de",
  "jo.anna@example.com",
  "jo-anna@example.com",
  "jo+anna@example.com",
  "jo_anna@example.com",
  "o'anna@example.com",
  "%anna@example.com",
  "/anna@example.com",
  "{anna@example.com",
  "änna@example.com",
  "Яanna@example.com",
  "anna@example.comé",
  "anna@example.com2",
  "anna+tag@example.com",
  "anna@examplescom",
  "anna@example",
  "anna@example.com.рф",
];

const inTransaction = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Transaction, ({ run }) => run(effect));

/** A render with these data. */
const addRender = Effect.fnUntraced(function* (
  project: ProjectId,
  note: string,
  filename: string | null = null,
) {
  const version = yield* createVersion(project, Slug.make("letter"));
  const data = { values: { deep: note }, loops: {} };
  const render = yield* newRender(project, version, { data, filename });
  yield* (yield* RenderStore).add([render]);
  return render.id;
});

const findRenders = Effect.fnUntraced(function* (project: ProjectId, email: string) {
  return yield* (yield* ErasureStore).rendersWithEmail(project, email, undefined, 1000);
});

const publishEvent = Effect.fnUntraced(function* (
  projectId: ProjectId,
  type: EventType,
  data: object,
) {
  yield* inTransaction((yield* EventPublisher).publish({ projectId, type, data: { ...data } }));
});

/** The content of a project's events that were not erased, in order. */
const eventsOf = Effect.fnUntraced(function* (project: ProjectId) {
  const sql = yield* SqlClient.SqlClient;
  const rows = yield* sql<{ label: string }>`
    SELECT body::json -> 'data' ->> 'label' AS label
    FROM events
    WHERE project_id = ${project}
      AND erased_at IS NULL
    ORDER BY position`;
  return rows.map(({ label }) => label);
});

layer(Layer.provideMerge(Erasures.layer, migratedStores), { excludeTestServices: true })(
  "erasureStoreSql",
  (it) => {
    it.effect("finds an address in data and file names, and no other address", () =>
      Effect.gen(function* () {
        const project = yield* createProject;
        const theirs: Array<string> = [];
        for (const text of NAMING) theirs.push(yield* addRender(project, text));
        for (const name of [ANNA, `${ANNA}.`]) theirs.push(yield* addRender(project, "", name));
        for (const text of OTHERS) yield* addRender(project, text, text);
        assert.sameMembers([...(yield* findRenders(project, ANNA))], theirs);
        assert.sameMembers([...(yield* findRenders(project, ANNA.toUpperCase()))], theirs);
      }),
    );

    it.effect("treats every character of an address literally", () =>
      Effect.gen(function* () {
        const project = yield* createProject;
        const odd = [
          "a%b@x.de",
          "a_b@x.de",
          "o'neil@x.de",
          "a+b@x.de",
          "a.b@x.de",
          "{a|b}*^$?@x.de",
        ];
        const renders = new Map<string, string>();
        for (const email of [...odd, "äb@x.de"])
          renders.set(email, yield* addRender(project, `to ${email} now`));
        for (const other of ["aXb@x.de", "aab@x.de", "ab@x.de", "a.b@xyde", "axxb@x.de"])
          yield* addRender(project, other);
        for (const [email, render] of renders)
          assert.deepEqual(
            [...(yield* findRenders(project, email))],
            [RenderId.make(render)],
            email,
          );
      }),
    );

    it.effect("removes a person from events, views and sessions, and leaves others", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient;
        const project = yield* createProject;
        const renderId = yield* addRender(project, "");
        const now = yield* DateTime.now;
        for (const text of [...NAMING, ...OTHERS]) {
          yield* publishEvent(project, "document.viewed", { label: text, renderId });
          const reading = yield* newRow;
          const createdAt = DateTime.toDateUtc(now);
          yield* sql`
          INSERT INTO engagement_events ${sql.insert({
            id: reading.id,
            renderId,
            eventType: "viewed",
            actorKind: "partner",
            createdAt,
            sourceIp: "203.0.113.7",
            metadata: JSON.stringify({ text }),
          })}`;
          const session = yield* newRow;
          yield* sql`
          INSERT INTO embed_sessions ${sql.insert({
            id: session.id,
            projectId: project,
            createdAt,
            terms: JSON.stringify({ actor: { email: text } }),
            expiresAt: DateTime.toDateUtc(DateTime.add(now, { hours: 1 })),
          })}`;
        }
        for (const recipientEmail of [
          "ANNA@example.com",
          "joanna@example.com",
          "anna@example.com.au",
        ]) {
          const share = yield* newRow;
          yield* sql`
          INSERT INTO shares ${sql.insert({
            id: share.id,
            renderId,
            channel: "email",
            recipientEmail,
            token: `shr_${share.id}0123456`,
            createdAt: DateTime.toDateUtc(now),
          })}`;
        }
        const { eraseRecipient } = yield* Erasures;
        const { erased } = yield* eraseRecipient(project, { email: Email.make(ANNA) });
        const count = NAMING.length;
        assert.include(erased, {
          shares: 1,
          engagementEvents: count,
          events: count,
          sessions: count,
        });
        assert.deepEqual(yield* eventsOf(project), OTHERS);
        const open = yield* sql`
        SELECT recipient_email FROM shares
        WHERE render_id = ${renderId} AND revoked_at IS NULL
        ORDER BY id`;
        assert.deepEqual(open, [
          { recipientEmail: "joanna@example.com" },
          { recipientEmail: "anna@example.com.au" },
        ]);
        const sessions = yield* sql`SELECT 1 FROM embed_sessions WHERE project_id = ${project}`;
        assert.lengthOf(sessions, OTHERS.length);
        const remaining =
          yield* sql`SELECT 1 FROM engagement_events WHERE render_id = ${renderId} AND source_ip IS NOT NULL`;
        assert.lengthOf(remaining, OTHERS.length);
      }),
    );

    it.effect("an event is erased with its render, even if it also refers to other objects", () =>
      Effect.gen(function* () {
        const project = yield* createProject;
        const other = yield* createProject;
        const [erasedRender, otherRender] = [
          yield* addRender(project, ""),
          yield* addRender(project, ""),
        ];
        const misleading = { metadata: { renderId: otherRender, id: otherRender } };
        const reverse = { metadata: { renderId: erasedRender, id: erasedRender } };
        yield* publishEvent(project, "render.queued", {
          ...misleading,
          id: erasedRender,
          label: "a",
        });
        yield* publishEvent(project, "document.viewed", {
          ...misleading,
          renderId: erasedRender,
          label: "b",
        });
        yield* publishEvent(project, "signature.sent", {
          id: otherRender,
          ...misleading,
          renderId: erasedRender,
          label: "c",
        });
        yield* publishEvent(project, "render.queued", {
          id: otherRender,
          ...reverse,
          renderId: erasedRender,
          label: "d",
        });
        yield* publishEvent(project, "document.viewed", {
          id: erasedRender,
          ...reverse,
          renderId: otherRender,
          label: "e",
        });
        yield* publishEvent(other, "document.viewed", { renderId: erasedRender, label: "f" });
        const store = yield* ErasureStore;
        yield* inTransaction(
          Effect.andThen(store.lock([erasedRender]), store.eraseRenders([erasedRender])),
        );
        assert.deepEqual(yield* eventsOf(project), ["d", "e"]);
        assert.deepEqual(yield* eventsOf(other), ["f"]);
      }),
    );

    it.effect("recognizes replays of erased requests, even if others use the same key", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient;
        const keys = yield* IdempotencyStore;
        const store = yield* ErasureStore;
        const project = yield* createProject;
        const request = { operation: "renders.submit", within: project, key: "order-1" } as const;
        const rows = yield* sql<{ hash: string }>`
        SELECT 'sha256:' || encode(sha256('order-1'), 'hex') AS hash`;
        const clashing = [rows[0]!.hash, `\u0001${rows[0]!.hash}`].map((key) => ({
          ...request,
          key,
        }));
        const claimRender = Effect.fnUntraced(function* (key: Parameters<typeof keys.claim>[0]) {
          const render = yield* addRender(project, "");
          const earlier = yield* inTransaction(
            Effect.tap(keys.claim(key), () => keys.remember(key, render)),
          );
          assert.isTrue(Option.isNone(earlier));
          return render;
        });
        const erase = (id: RenderId) =>
          inTransaction(Effect.andThen(store.lock([id]), store.eraseRenders([id])));
        const first = yield* claimRender(request);
        const theirs = yield* Effect.forEach(clashing, claimRender);
        yield* erase(first);
        assert.deepEqual(yield* keys.find(request), Option.some(first));
        // A request that started before the erasure claims the key afterwards.
        assert.deepEqual(yield* inTransaction(keys.claim(request)), Option.some(first));
        assert.deepEqual(yield* sql`SELECT 1 FROM idempotency_keys WHERE key = ${request.key}`, []);
        const results = yield* Effect.forEach(clashing, (key) => keys.find(key));
        assert.deepEqual(results, theirs.map(Option.some));
        // A key that is in use again does not prevent erasure.
        const again = yield* addRender(project, "");
        yield* sql`
        INSERT INTO idempotency_keys ${sql.insert({
          operation: request.operation,
          withinId: project,
          key: request.key,
          resourceId: again,
        })}`;
        yield* erase(again);
        assert.deepEqual(yield* keys.find(request), Option.some(first));
      }),
    );

    it.effect("rows to erase are found by an index", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient;
        const plan = (statement: ReturnType<typeof sql<object>>) =>
          sql.withTransaction(
            Effect.gen(function* () {
              yield* sql`SET LOCAL enable_seqscan = off`;
              return JSON.stringify(yield* sql`EXPLAIN ${statement}`);
            }),
          );
        const id = "0198c0de-7f00-7abc-8def-0123456789ab";
        assert.include(
          yield* plan(sql`
          SELECT id FROM renders
          WHERE completed_at < now() - interval '1 day' ORDER BY completed_at LIMIT 100`),
          "renders_by_end",
        );
        const ofEvents = yield* plan(sql`
          SELECT id FROM events
          WHERE ${eventRender(sql)} = ANY(${[id]}::text[])`);
        assert.include(ofEvents, "Index Scan");
        assert.notInclude(ofEvents, "Seq Scan");
      }),
    );
  },
);
