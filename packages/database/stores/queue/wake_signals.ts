import {
  Clock,
  Context,
  Duration,
  Effect,
  Latch,
  Layer,
  Option,
  Queue,
  Schedule,
  type Scope,
} from "effect";
import { SecureRandom } from "effect/crypto";
import { SqlClient } from "effect/sql";

import { withCommitLevel } from "../sql/commit_level.ts";

/** The tables of work that workers wait for. */
const QUEUES = [
  "render_jobs",
  "email_jobs",
  "webhook_deliveries",
  "signature_requests",
  "signature_bulk_jobs",
] as const;
export type QueueName = (typeof QUEUES)[number];

/** A message of another connection. */
interface Notification {
  readonly payload: string;
}

/** Receives the notifications of a channel (`LISTEN`) until the scope closes. */
export type Listen = (
  channel: string,
) => Effect.Effect<Queue.Dequeue<Notification, unknown>, unknown, Scope.Scope>;

/**
 * How this process receives notifications; none if it cannot: behind a pooler, or on the embedded database.
 */
export const Listener = Context.Reference<Option.Option<Listen>>("@paraph/database/Listener", {
  defaultValue: Option.none,
});

/**
 * How often a worker claims without a signal. Some work becomes due without one, such as a job of a dead
 * worker, and other nodes send none to a worker that cannot listen.
 */
const POLL_INTERVAL = { listening: 2_000, alone: 250 };

/** The interval of notifications of a queue, which has new work all the time when it is busy. */
const NOTIFY_INTERVAL = Duration.millis(50);

/** Due times are rounded up to multiples of this number of milliseconds, so that many share a timer. */
const DUE_STEP = 100;

/** The delay of a new connection after the listening one has failed. */
const RECONNECT = Schedule.spaced("1 second");

const CHANNEL = "paraph_work";

/** Wakes the workers of a queue when it has new work. */
export interface WakeSignal {
  /** Wakes workers on all nodes: here at once, elsewhere by a notification of the database. */
  readonly notify: Effect.Effect<void>;
  /** Wakes a worker of this node after a delay. */
  readonly notifyAfter: (delay: Duration.Duration) => Effect.Effect<void>;
  /** Ends when work may be due: after a signal that no earlier wait received, or after the polling interval. */
  readonly wait: Effect.Effect<void>;
}

/** The signals of all queues. */
export class WakeSignals extends Context.Service<
  WakeSignals,
  Readonly<Record<QueueName, WakeSignal>>
>()("@paraph/database/WakeSignals") {
  static readonly layer = Layer.effect(
    WakeSignals,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient;
      const node = yield* (yield* SecureRandom.SecureRandom).uuidV4();
      const listener = yield* Listener;
      const scope = yield* Effect.scope;
      let isListening = false;

      const makeSignal = Effect.fnUntraced(function* (queue: QueueName) {
        const woken = Latch.makeUnsafe();
        const unsent = Latch.makeUnsafe();
        const dueTimes = new Set<number>();
        const send = withCommitLevel(
          sql,
          "off",
          (condition) =>
            sql`SELECT pg_notify(${CHANNEL}, ${`${queue} ${node}`}) WHERE ${condition}`,
        );
        if (Option.isSome(listener)) {
          yield* unsent.await.pipe(
            Effect.andThen(unsent.close),
            Effect.andThen(send),
            // Workers of other nodes poll, too.
            Effect.ignore,
            Effect.andThen(Effect.sleep(NOTIFY_INTERVAL)),
            Effect.forever,
            Effect.forkScoped,
          );
        }
        const poll = Effect.suspend(() =>
          Effect.sleep(isListening ? POLL_INTERVAL.listening : POLL_INTERVAL.alone),
        );
        const wake = Effect.asVoid(woken.open);
        return {
          wake,
          signal: {
            notify: Effect.andThen(wake, Effect.asVoid(unsent.open)),
            notifyAfter: Effect.fnUntraced(function* (delay: Duration.Duration) {
              const millis = Duration.toMillis(delay);
              // Later times are not exact to a polling interval.
              if (millis > 5 * POLL_INTERVAL.listening) return;
              const now = yield* Clock.currentTimeMillis;
              const time = Math.ceil((now + millis) / DUE_STEP) * DUE_STEP;
              if (dueTimes.has(time)) return;
              dueTimes.add(time);
              yield* Effect.sleep(time - now).pipe(
                Effect.andThen(wake),
                Effect.ensuring(Effect.sync(() => dueTimes.delete(time))),
                Effect.forkIn(scope),
              );
            }),
            wait: Effect.andThen(Effect.race(woken.await, poll), Effect.asVoid(woken.close)),
          } satisfies WakeSignal,
        };
      });

      const signals = yield* Effect.all({
        render_jobs: makeSignal("render_jobs"),
        email_jobs: makeSignal("email_jobs"),
        webhook_deliveries: makeSignal("webhook_deliveries"),
        signature_requests: makeSignal("signature_requests"),
        signature_bulk_jobs: makeSignal("signature_bulk_jobs"),
      });

      const receive = Effect.fnUntraced(function* (listen: Listen) {
        const notifications = yield* listen(CHANNEL);
        isListening = true;
        // Signals may have been missed before.
        for (const queue of QUEUES) yield* signals[queue].wake;
        return yield* Effect.forever(
          Effect.gen(function* () {
            const { payload } = yield* Queue.take(notifications);
            const [name, sender] = payload.split(" ");
            const queue = QUEUES.find((known) => known === name);
            if (queue !== undefined && sender !== node) yield* signals[queue].wake;
          }),
        );
      }, Effect.scoped);
      if (Option.isSome(listener)) {
        yield* receive(listener.value).pipe(
          Effect.onExit(() => Effect.sync(() => void (isListening = false))),
          Effect.ignoreCause,
          Effect.repeat(RECONNECT),
          Effect.forkScoped,
        );
      }

      return WakeSignals.of({
        render_jobs: signals.render_jobs.signal,
        email_jobs: signals.email_jobs.signal,
        webhook_deliveries: signals.webhook_deliveries.signal,
        signature_requests: signals.signature_requests.signal,
        signature_bulk_jobs: signals.signature_bulk_jobs.signal,
      });
    }),
  );
}
