import { assert, describe, it } from "@effect/vitest";
import { Clock, Context, Duration, Effect, Fiber, Layer, Option, Redacted } from "effect";
import { SecureRandom } from "effect/crypto";
import { SqlClient } from "effect/sql";
import { TestClock } from "effect/testing";

import { postgres } from "../../postgres/mod.ts";
import { realClock } from "../../testing/database.ts";
import { freshDatabase, TEST_DATABASE_URL } from "../../testing/fresh_database.ts";
import { type Listen, Listener, WakeSignals } from "./wake_signals.ts";

/** Listens by the real clock: one that the test moves would end each connection before it is open. */
const listener = Layer.effect(
  Listener,
  Effect.map(
    Listener,
    Option.map(
      (listen): Listen =>
        (channel) =>
          Effect.provideService(listen(channel), Clock.Clock, Clock.Clock.defaultValue()),
    ),
  ),
);

/** The signals of a node. Its connections use the real clock; its intervals are those of the test. */
const node = (url: string) =>
  Layer.build(
    WakeSignals.layer.pipe(
      Layer.provide(listener),
      Layer.provideMerge(
        Layer.provide(postgres({ url: Redacted.make(url), dataDir: "" }), realClock),
      ),
      Layer.provide(SecureRandom.layerWebCrypto),
    ),
  );

/** Two nodes that listen. */
const twoNodes = Effect.gen(function* () {
  const url = yield* freshDatabase(TEST_DATABASE_URL ?? "");
  const [one, two] = [yield* node(url), yield* node(url)];
  const sql = Context.get(one, SqlClient.SqlClient);
  const listeners = sql<{ readonly pid: number }>`
    SELECT pid
    FROM pg_stat_activity
    WHERE datname = current_database()
      AND query LIKE 'LISTEN%'`;
  const signals = [Context.get(one, WakeSignals), Context.get(two, WakeSignals)] as const;
  /** Until both listen; each then wakes its workers once, as it may have missed signals. */
  const listening = Effect.gen(function* () {
    yield* Effect.repeat(Effect.andThen(TestClock.adjust("1 second"), listeners), {
      until: (rows) => rows.length === 2,
    });
    yield* Effect.forEach(signals, ({ render_jobs, email_jobs }) =>
      Effect.all([render_jobs.wait, email_jobs.wait]),
    );
  });
  yield* listening;
  return { sql, signals, listening };
});

describe.runIf(TEST_DATABASE_URL !== undefined)("WakeSignals", () => {
  it.effect("wakes the workers of this queue on another node", () =>
    Effect.gen(function* () {
      const { signals } = yield* twoNodes;
      const renders = yield* Effect.forkChild(signals[1].render_jobs.wait);
      const emails = yield* Effect.forkChild(signals[1].email_jobs.wait);
      yield* signals[0].render_jobs.notify;
      yield* Fiber.join(renders);
      assert.isUndefined(emails.pollUnsafe());
    }),
  );

  it.effect("polls while it listens, and ends a wait when a retry is due", () =>
    Effect.gen(function* () {
      const { signals } = yield* twoNodes;
      const waiting = yield* Effect.forkChild(signals[0].render_jobs.wait);
      yield* TestClock.adjust("1900 millis");
      assert.isUndefined(waiting.pollUnsafe());
      yield* TestClock.adjust("100 millis");
      yield* Fiber.join(waiting);
      const retry = yield* Effect.forkChild(signals[0].render_jobs.wait);
      yield* TestClock.adjust("100 millis");
      yield* signals[0].render_jobs.notifyAfter(Duration.seconds(1));
      yield* TestClock.adjust("900 millis");
      assert.isUndefined(retry.pollUnsafe());
      yield* TestClock.adjust("200 millis");
      yield* Fiber.join(retry);
    }),
  );

  it.effect("listens again after its connection was lost", () =>
    Effect.gen(function* () {
      const { sql, signals, listening } = yield* twoNodes;
      yield* sql`
        SELECT pg_terminate_backend(pid, 10000)
        FROM pg_stat_activity
        WHERE datname = current_database()
          AND query LIKE 'LISTEN%'`;
      yield* listening;
      const renders = yield* Effect.forkChild(signals[0].render_jobs.wait);
      yield* signals[1].render_jobs.notify;
      yield* Fiber.join(renders);
    }),
  );
});
