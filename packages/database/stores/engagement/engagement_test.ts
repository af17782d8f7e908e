import { assert, layer } from "@effect/vitest";
import {
  DEDUPE_WINDOW,
  Engagement,
  EngagementType,
  type NewEngagementEvent,
  ReaderEventType,
} from "@paraph/core/engagement";
import { RenderStore } from "@paraph/core/renders";
import { ShareStore, shareToken } from "@paraph/core/shares";
import {
  newSecret,
  newRow,
  type ProjectId,
  type RenderId,
  ShareId,
  Slug,
} from "@paraph/core/values";
import { Clock, DateTime, Duration, Effect, Layer, Schema } from "effect";
import { SqlClient } from "effect/sql";
import { TestClock } from "effect/testing";

import { createProject, createVersion, migratedStores, newRender } from "../../testing/mod.ts";

const services = Engagement.layer.pipe(Layer.provideMerge(migratedStores));

/** A render and two shares of it. */
const sharedRender = Effect.gen(function* () {
  const projectId = yield* createProject;
  const render = yield* newRender(projectId, yield* createVersion(projectId, Slug.make("letter")));
  yield* (yield* RenderStore).add([render]);
  const shares = yield* Effect.all([share(render.id), share(render.id)]);
  return { projectId, renderId: render.id, shares };
});

const share = Effect.fnUntraced(function* (renderId: RenderId) {
  const { id: newId, createdAt } = yield* newRow;
  const id = ShareId.make(newId);
  const nothing = { recipientEmail: null, message: null, expiresAt: null };
  const token = shareToken(yield* newSecret);
  yield* (yield* ShareStore).add([
    { id, renderId, channel: "link", shareToken: token, createdAt, ...nothing },
  ]);
  return id;
});

type EventInput = Pick<NewEngagementEvent, "projectId" | "renderId"> & Partial<NewEngagementEvent>;

const newEvent = (input: EventInput): NewEngagementEvent => ({
  eventType: "viewed",
  actorKind: "recipient",
  shareId: null,
  sourceIp: "192.0.2.1",
  userAgent: "Reader",
  metadata: null,
  ...input,
});

/** The types of the events that integrators receive, in order. */
const eventsOf = (projectId: ProjectId) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient;
    const rows = yield* sql<{ body: string }>`
      SELECT body FROM events WHERE project_id = ${projectId} ORDER BY written_by, position`;
    return rows.map(({ body }): unknown => JSON.parse(body));
  });

/** Values are few, so that many coincide. */
const Step = Schema.Struct({
  render: Schema.Literals([0, 1]),
  share: Schema.NullOr(Schema.Literals([0, 1])),
  eventType: EngagementType,
  sourceIp: Schema.NullOr(Schema.Literals(["192.0.2.1", "2001:db8::1"])),
  userAgent: Schema.NullOr(Schema.String.check(Schema.isPattern(/^[ -~]{0,20}$/u))),
  // No sum of them is exactly five minutes, since ids have only milliseconds.
  secondsLater: Schema.Literals([0, 70, 301]),
  atOnce: Schema.Literals([1, 3]),
});

layer(services, { excludeTestServices: true, timeout: "2 minutes" })("Engagement", (it) => {
  it.effect("200 equal concurrent events are one", () =>
    Effect.gen(function* () {
      const { record, summary } = yield* Engagement;
      const { projectId, renderId, shares } = yield* sharedRender;
      const event = newEvent({ projectId, renderId, shareId: shares[0] });
      const responses = yield* Effect.all(
        Array.from({ length: 200 }, () => record(event)),
        { concurrency: "unbounded" },
      );
      assert.strictEqual(responses.filter(({ recorded }) => recorded).length, 1);
      const { counts, linkOpens, total, recent } = yield* summary(projectId, renderId);
      assert.deepStrictEqual([counts.viewed, linkOpens, total, recent.length], [1, 1, 1, 1]);
      assert.strictEqual((yield* eventsOf(projectId)).length, 1);
    }),
  );

  it.effect("integrators receive an event as the API shows it, with its render", () =>
    Effect.gen(function* () {
      const { record, summary } = yield* Engagement;
      const { projectId, renderId } = yield* sharedRender;
      const metadata = { campaign: "May", nested: { list: [1, "two", null] } };
      yield* record(newEvent({ projectId, renderId, actorKind: "partner", metadata }));
      const { recent } = yield* summary(projectId, renderId);
      const latest = recent[0] ?? assert.fail();
      assert.deepStrictEqual(latest.metadata, metadata);
      const [event] = yield* eventsOf(projectId);
      assert.deepInclude(event, { type: "document.viewed", projectId });
      const createdAt = DateTime.formatIso(latest.createdAt);
      assert.deepInclude(event, { data: { ...latest, createdAt, renderId } });
    }),
  );

  it.effect("recent events are the latest 25, newest first", () =>
    Effect.gen(function* () {
      const { record, summary } = yield* Engagement;
      const { projectId, renderId } = yield* sharedRender;
      for (let n = 0; n < 30; n++) {
        const sourceIp = `192.0.2.${n}`;
        yield* record(newEvent({ projectId, renderId, sourceIp, eventType: "printed" }));
      }
      const { recent, total } = yield* summary(projectId, renderId);
      assert.strictEqual(total, 30);
      assert.deepStrictEqual(
        recent.map(({ sourceIp }) => sourceIp),
        Array.from({ length: 25 }, (_, n) => `192.0.2.${29 - n}`),
      );
    }),
  );

  it.effect("engagement of an unknown render, or another project's, is not found", () =>
    Effect.gen(function* () {
      const { summary, recordForPartner } = yield* Engagement;
      const { renderId } = yield* sharedRender;
      const otherProject = yield* createProject;
      const visitor = { sourceIp: null, userAgent: null };
      for (const id of [renderId, "01900000-0000-7000-8000-000000000000", "no id"]) {
        assert.strictEqual((yield* Effect.flip(summary(otherProject, id)))._tag, "not_found");
        const event = { eventType: "viewed" } as const;
        const attempt = recordForPartner(otherProject, id, event, visitor);
        assert.strictEqual((yield* Effect.flip(attempt))._tag, "not_found");
      }
    }),
  );

  let days = 0;
  it.effect.prop(
    "stores an event unless the same one was stored within the 5 minutes before",
    { steps: Schema.Array(Step).check(Schema.isMaxLength(25)) },
    ({ steps }) =>
      Effect.gen(function* () {
        const { record, summary } = yield* Engagement;
        const renders = yield* Effect.all([sharedRender, sharedRender]);
        // Each run uses another day, since ids never go back in time.
        days++;
        yield* TestClock.setTime(Date.UTC(2126, 4, 4 + days));
        const windows = new Map<string, number>();
        const expectedCounts = renders.map(() => new Map<EngagementType, number>());
        const opens = renders.map(() => 0);
        for (const { render, share, secondsLater, atOnce, ...rest } of steps) {
          yield* TestClock.adjust(Duration.seconds(secondsLater));
          const { projectId, renderId, shares } = renders[render] ?? assert.fail();
          const shareId = share === null ? null : (shares[share] ?? assert.fail());
          const event = newEvent({ projectId, renderId, shareId, ...rest });
          const responses = yield* Effect.all(
            Array.from({ length: atOnce }, () => record(event)),
            { concurrency: "unbounded" },
          );

          const now = yield* Clock.currentTimeMillis;
          const key = JSON.stringify([render, share, rest.eventType, rest.sourceIp]);
          const isRepeated =
            now - (windows.get(key) ?? -Infinity) < Duration.toMillis(DEDUPE_WINDOW);
          const isDeduplicated = Schema.is(ReaderEventType)(rest.eventType);
          const expected = isDeduplicated ? Number(!isRepeated) : atOnce;
          if (isDeduplicated && !isRepeated) windows.set(key, now);
          assert.strictEqual(responses.filter(({ recorded }) => recorded).length, expected);
          const counts = expectedCounts[render] ?? assert.fail();
          counts.set(rest.eventType, (counts.get(rest.eventType) ?? 0) + expected);
          if (rest.eventType === "viewed" && share !== null) opens[render]! += expected;
        }
        for (const [index, { projectId, renderId }] of renders.entries()) {
          const { counts, linkOpens, total } = yield* summary(projectId, renderId);
          const expected = EngagementType.literals.map(
            (type) => expectedCounts[index]?.get(type) ?? 0,
          );
          assert.deepStrictEqual(
            EngagementType.literals.map((type) => counts[type]),
            expected,
          );
          assert.strictEqual(linkOpens, opens[index]);
          assert.strictEqual(
            total,
            expected.reduce((sum, count) => sum + count, 0),
          );
          assert.strictEqual((yield* eventsOf(projectId)).length, total);
        }
      }).pipe(Effect.provide(TestClock.layer())),
    { arbitrary: { runs: 60 } },
  );
});
