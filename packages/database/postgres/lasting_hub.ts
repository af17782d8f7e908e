import type { Duplex } from "node:stream";

import { Cause, Effect, Exit, Schedule, Scope } from "effect";

import { makeDatabase, openDurablePglite } from "./durable_pglite.ts";
import { PgliteHub } from "./pglite_hub.ts";
import type { PostgresUnavailable } from "./postgres_unavailable.ts";
import { hasRoomToOpen, NO_ROOM } from "./room.ts";

/** Connects to whichever hub is open now. */
export interface LastingHub {
  readonly connect: () => Duplex;
}

/**
 * Connections to the embedded database in a folder, which outlast its backend.
 *
 * A backend dies when its log cannot be written, as any PostgreSQL does, or when a statement overflows
 * the stack of JavaScript. It is left as after a crash and opened again, which recovers everything that was
 * acknowledged, as soon as there is room. Meanwhile connections fail.
 */
export const openLastingHub: (
  folder: string,
) => Effect.Effect<LastingHub, PostgresUnavailable, Scope.Scope> = Effect.fnUntraced(
  function* (folder) {
    const lives = yield* Scope.fork(yield* Scope.Scope);
    const live = Effect.gen(function* () {
      const scope = yield* Scope.fork(lives);
      const hub = yield* openDurablePglite(folder).pipe(
        Effect.flatMap((database) => PgliteHub.make(database)),
        Scope.provide(scope),
        Effect.tapCause((cause) => Scope.close(scope, Exit.failCause(cause))),
      );
      return { hub, scope };
    });
    yield* makeDatabase(folder);
    let current = yield* live;

    const outlive = Effect.gen(function* () {
      const { hub, scope } = current;
      const failure = yield* Effect.promise(() => hub.failure);
      yield* Effect.logError(failure.message, Cause.die(failure));
      // However it is left, there has to be another one.
      yield* Effect.exit(Scope.close(scope, Exit.void));
      if (!hasRoomToOpen(folder)) {
        yield* Effect.logError(`The embedded database waits: ${NO_ROOM}`);
        yield* Effect.sync(() => hasRoomToOpen(folder)).pipe(
          Effect.repeat({ until: (has) => has, schedule: Schedule.spaced("1 second") }),
        );
      }
      // Whatever keeps it closed may pass.
      current = yield* live.pipe(
        Effect.sandbox,
        Effect.tapError((cause) => Effect.logError("The embedded database stays closed", cause)),
        Effect.retry(Schedule.spaced("5 seconds")),
        Effect.orDie,
      );
      yield* Effect.logInfo("The embedded database is open again");
    });
    yield* Effect.forkScoped(Effect.forever(outlive));
    return { connect: () => current.hub.connect() };
  },
);
