import { assert, layer } from "@effect/vitest";
import { type ProjectId, Transaction } from "@paraph/core/values";
import { EventStream, EventPublisher } from "@paraph/core/webhooks";
import { DateTime, Deferred, Effect, Fiber, Layer, Schedule } from "effect";
import { SqlClient } from "effect/sql";

import { createProject, migratedStores } from "../../testing/mod.ts";
import { settleRestoredEvents } from "./event_store.ts";

const services = EventStream.layer.pipe(Layer.provideMerge(migratedStores));

const publish = (projectId: ProjectId, n: number) =>
  EventPublisher.use(({ publish }) => publish({ projectId, type: "render.queued", data: { n } }));

/** Reads all pages after a position; returns the events and the next position. */
const readOn = Effect.fnUntraced(function* (project: ProjectId, from: string | null) {
  const feed = yield* EventStream;
  const read: Array<number> = [];
  let after = from;
  for (;;) {
    const page = yield* feed.read(project, { limit: 7, ...(after === null ? {} : { after }) });
    read.push(...page.events.map(({ data }) => Number(data["n"])));
    after = page.nextCursor;
    if (!page.hasMore) return { read, after };
  }
});

/** Waits until this many events are visible: any transaction on the server can delay them. */
const waitForEvents = (project: ProjectId, from: string | null, count: number) =>
  readOn(project, from).pipe(
    Effect.repeat({
      until: ({ read }: { readonly read: ReadonlyArray<number> }) => read.length >= count,
      schedule: Schedule.spaced("20 millis"),
    }),
    Effect.timeout("2 minutes"),
  );

layer(services, { excludeTestServices: true })("EventStream", (it) => {
  it.effect("hides no event behind a cursor, however transactions overlap", () =>
    Effect.gen(function* () {
      const project = yield* createProject;
      const { run } = yield* Transaction;
      const sql = yield* SqlClient.SqlClient;
      const read: Array<number> = [];
      // Writes early and commits late, or the other way round, at random.
      const write = (n: number) =>
        run(Effect.andThen(publish(project, n), sql`SELECT pg_sleep(${(n * 7919) % 13} * 0.002)`));
      const writer = yield* Effect.forkScoped(
        Effect.forEach(
          Array.from({ length: 300 }, (_, n) => n),
          write,
          { concurrency: 6 },
        ),
      );
      let after: string | null = null;
      const poll = Effect.gen(function* () {
        const more: { read: Array<number>; after: string | null } = yield* readOn(project, after);
        after = more.after;
        read.push(...more.read);
      });
      yield* Effect.repeat(poll, { until: () => writer.pollUnsafe() !== undefined });
      yield* Fiber.join(writer);
      yield* waitForEvents(project, null, 300);
      yield* poll;
      assert.lengthOf(read, 300);
      assert.sameMembers(
        read,
        Array.from({ length: 300 }, (_, n) => n),
      );
      assert.deepEqual((yield* readOn(project, null)).read, read);
    }),
  );

  it.effect("shows no event while an earlier transaction may still commit", () =>
    Effect.gen(function* () {
      const project = yield* createProject;
      const { run } = yield* Transaction;
      const isOpen = yield* Deferred.make<void>();
      const mayCommit = yield* Deferred.make<void>();
      const slow = yield* Effect.forkScoped(
        run(
          publish(project, 1).pipe(
            Effect.andThen(Deferred.succeed(isOpen, undefined)),
            Effect.andThen(Deferred.await(mayCommit)),
          ),
        ),
      );
      yield* Deferred.await(isOpen);
      // Where transactions run one by one, the second waits for the first.
      const quick = yield* Effect.forkScoped(run(publish(project, 2)));
      yield* Effect.timeoutOption(Fiber.await(quick), "200 millis");
      const commit = Deferred.succeed(mayCommit, undefined);
      yield* Effect.forkScoped(Effect.delay(commit, "50 millis"));
      const early = yield* readOn(project, null);
      yield* Effect.all([Fiber.join(slow), Fiber.join(quick)]);
      const late = yield* waitForEvents(project, early.after, 2 - early.read.length);
      assert.deepEqual([...early.read, ...late.read], [1, 2]);
    }),
  );

  it.effect("continues with the oldest stored event after an erased one", () =>
    Effect.gen(function* () {
      const project = yield* createProject;
      yield* publish(project, 1);
      const prunedId = "01900000-0000-7000-8000-000000000000";
      assert.deepEqual((yield* waitForEvents(project, prunedId, 1)).read, [1]);
      const now = DateTime.formatIso(yield* DateTime.now);
      assert.deepEqual((yield* readOn(project, now)).read, []);
    }),
  );

  it.effect("continues after a dump was restored on a server with lower transaction ids", () =>
    Effect.gen(function* () {
      const project = yield* createProject;
      const sql = yield* SqlClient.SqlClient;
      for (const n of [1, 2, 3]) yield* publish(project, n);
      const { after } = yield* waitForEvents(project, null, 3);
      yield* sql`
        UPDATE events
        SET written_by = (written_by::text::bigint + 1000000000)::text::xid8
        WHERE project_id = ${project}`;
      assert.deepEqual((yield* readOn(project, null)).read, []);
      yield* settleRestoredEvents;
      yield* publish(project, 4);
      assert.deepEqual((yield* waitForEvents(project, null, 4)).read, [1, 2, 3, 4]);
      assert.deepEqual((yield* readOn(project, after)).read, [4]);
    }),
  );
});
