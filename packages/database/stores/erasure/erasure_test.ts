import { assert, layer } from "@effect/vitest";
import { Erasures, ErasureStore } from "@paraph/core/erasure";
import { IdempotencyStore } from "@paraph/core/idempotency";
import { RenderStore } from "@paraph/core/renders";
import { Email, newRow, type ProjectId, RenderId, Slug, Transaction } from "@paraph/core/values";
import { EventPublisher, type EventType } from "@paraph/core/webhooks";
import { DateTime, Effect, Layer, Option } from "effect";
import { SqlClient } from "effect/sql";

import { keptProject, keptVersion, migratedStores, newRender } from "../../testing/mod.ts";
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
const rendered = Effect.fnUntraced(function* (
  project: ProjectId,
  note: string,
  filename: string | null = null,
) {
  const version = yield* keptVersion(project, Slug.make("letter"));
  const data = { values: { deep: note }, loops: {} };
  const render = yield* newRender(project, version, { data, filename });
  yield* (yield* RenderStore).add(render);
  return render.id;
});

const found = Effect.fnUntraced(function* (project: ProjectId, email: string) {
  return yield* (yield* ErasureStore).rendersWithEmail(project, email, undefined, 1000);
});

const tell = Effect.fnUntraced(function* (projectId: ProjectId, type: EventType, data: object) {
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
        const project = yield* keptProject;
        const theirs: Array<string> = [];
        for (const text of NAMING) theirs.push(yield* rendered(project, text));
        for (const name of [ANNA, `${ANNA}.`]) theirs.push(yield* rendered(project, "", name));
        for (const text of OTHERS) yield* rendered(project, text, text);
        assert.sameMembers([...(yield* found(project, ANNA))], theirs);
        assert.sameMembers([...(yield* found(project, ANNA.toUpperCase()))], theirs);
      }),
    );

    it.effect("treats every character of an address literally", () =>
      Effect.gen(function* () {
        const project = yield* keptProject;
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
          renders.set(email, yield* rendered(project, `to ${email} now`));
        for (const other of ["aXb@x.de", "aab@x.de", "ab@x.de", "a.b@xyde", "axxb@x.de"])
          yield* rendered(project, other);
        for (const [email, render] of renders)
          assert.deepEqual([...(yield* found(project, email))], [RenderId.make(render)], email);
      }),
    );

    it.effect("removes a person from events, views and sessions, and leaves others", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient;
        const project = yield* keptProject;
        const renderId = yield* rendered(project, "");
        const at = yield* DateTime.now;
        for (const text of [...NAMING, ...OTHERS]) {
          yield* tell(project, "document.viewed", { label: text, renderId });
          const reading = yield* newRow;
          const createdAt = DateTime.toDateUtc(at);
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
            expiresAt: DateTime.toDateUtc(DateTime.add(at, { hours: 1 })),
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
            createdAt: DateTime.toDateUtc(at),
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
        const kept =
          yield* sql`SELECT 1 FROM engagement_events WHERE render_id = ${renderId} AND source_ip IS NOT NULL`;
        assert.lengthOf(kept, OTHERS.length);
      }),
    );

    it.effect("an event is erased with its render, even if it also refers to other objects", () =>
      Effect.gen(function* () {
        const project = yield* keptProject;
        const other = yield* keptProject;
        const [gone, kept] = [yield* rendered(project, ""), yield* rendered(project, "")];
        const misleading = { metadata: { renderId: kept, id: kept } };
        const reverse = { metadata: { renderId: gone, id: gone } };
        yield* tell(project, "render.queued", { ...misleading, id: gone, label: "a" });
        yield* tell(project, "document.viewed", { ...misleading, renderId: gone, label: "b" });
        yield* tell(project, "signature.sent", {
          id: kept,
          ...misleading,
          renderId: gone,
          label: "c",
        });
        yield* tell(project, "render.queued", { id: kept, ...reverse, renderId: gone, label: "d" });
        yield* tell(project, "document.viewed", {
          id: gone,
          ...reverse,
          renderId: kept,
          label: "e",
        });
        yield* tell(other, "document.viewed", { renderId: gone, label: "f" });
        const store = yield* ErasureStore;
        yield* inTransaction(Effect.andThen(store.lock([gone]), store.eraseRenders([gone])));
        assert.deepEqual(yield* eventsOf(project), ["d", "e"]);
        assert.deepEqual(yield* eventsOf(other), ["f"]);
      }),
    );

    it.effect("recognizes replays of erased requests, even if others use the same key", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient;
        const keys = yield* IdempotencyStore;
        const store = yield* ErasureStore;
        const project = yield* keptProject;
        const request = { operation: "renders.submit", within: project, key: "order-1" } as const;
        const rows = yield* sql<{ hash: string }>`
        SELECT 'sha256:' || encode(sha256('order-1'), 'hex') AS hash`;
        const clashing = [rows[0]!.hash, `\u0001${rows[0]!.hash}`].map((key) => ({
          ...request,
          key,
        }));
        const made = Effect.fnUntraced(function* (wanted: Parameters<typeof keys.claim>[0]) {
          const render = yield* rendered(project, "");
          const earlier = yield* inTransaction(
            Effect.tap(keys.claim(wanted), () => keys.remember(wanted, render)),
          );
          assert.isTrue(Option.isNone(earlier));
          return render;
        });
        const erase = (id: RenderId) =>
          inTransaction(Effect.andThen(store.lock([id]), store.eraseRenders([id])));
        const first = yield* made(request);
        const theirs = yield* Effect.forEach(clashing, made);
        yield* erase(first);
        assert.deepEqual(yield* keys.find(request), Option.some(first));
        // A request that started before the erasure claims the key afterwards.
        assert.deepEqual(yield* inTransaction(keys.claim(request)), Option.some(first));
        assert.deepEqual(yield* sql`SELECT 1 FROM idempotency_keys WHERE key = ${request.key}`, []);
        const found = yield* Effect.forEach(clashing, (key) => keys.find(key));
        assert.deepEqual(found, theirs.map(Option.some));
        // A key that is in use again does not prevent erasure.
        const again = yield* rendered(project, "");
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
        assert.include(
          yield* plan(sql`
          SELECT id FROM events
          WHERE ${eventRender(sql)} = ANY(${[id]}::text[])`),
          "events_of_render",
        );
      }),
    );
  },
);
