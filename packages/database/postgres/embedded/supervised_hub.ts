import type { Duplex } from "node:stream";

import { Cause, Effect, Exit, Schedule, Scope } from "effect";

import type { PostgresUnavailable } from "../client.ts";
import {
  DISK_FULL_HINT,
  hasDiskSpaceToRecover,
  makeDatabase,
  openDurablePglite,
} from "./durable_pglite.ts";
import { PgliteHub } from "./pglite_hub.ts";

/** Connects to the current hub. */
export interface SupervisedHub {
  readonly connect: () => Duplex;
}

/**
 * Connections to the embedded database in a folder that survive the death of its backend.
 *
 * A backend dies when its WAL cannot be written, like any PostgreSQL, or when a statement overflows the stack
 * of JavaScript. The database is then opened again as after a crash, which recovers all acknowledged commits,
 * as soon as there is disk space. Until then, connections fail.
 */
export const openSupervisedHub: (
  folder: string,
) => Effect.Effect<SupervisedHub, PostgresUnavailable, Scope.Scope> = Effect.fnUntraced(
  function* (folder) {
    const hubs = yield* Scope.fork(yield* Scope.Scope);
    const open = Effect.gen(function* () {
      const scope = yield* Scope.fork(hubs);
      const hub = yield* openDurablePglite(folder).pipe(
        Effect.flatMap((database) => PgliteHub.make(database)),
        Scope.provide(scope),
        Effect.tapCause((cause) => Scope.close(scope, Exit.failCause(cause))),
      );
      return { hub, scope };
    });
    yield* makeDatabase(folder);
    let current = yield* open;

    const supervise = Effect.gen(function* () {
      const { hub, scope } = current;
      const failure = yield* Effect.promise(() => hub.failure);
      yield* Effect.logError(failure.message, Cause.die(failure));
      // A hub follows however the last one ended.
      yield* Effect.exit(Scope.close(scope, Exit.void));
      if (!hasDiskSpaceToRecover(folder)) {
        yield* Effect.logError(`The embedded database waits: ${DISK_FULL_HINT}`);
        yield* Effect.sync(() => hasDiskSpaceToRecover(folder)).pipe(
          Effect.repeat({ until: (has) => has, schedule: Schedule.spaced("1 second") }),
        );
      }
      // The cause of a failed opening may be temporary.
      current = yield* open.pipe(
        Effect.sandbox,
        Effect.tapError((cause) => Effect.logError("The embedded database stays closed", cause)),
        Effect.retry(Schedule.spaced("5 seconds")),
        Effect.orDie,
      );
      yield* Effect.logInfo("The embedded database is open again");
    });
    yield* Effect.forkScoped(Effect.forever(supervise));
    return { connect: () => current.hub.connect() };
  },
);
