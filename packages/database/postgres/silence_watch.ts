import type { Socket } from "node:net";

import { Duration, Effect, Schedule, type Scope } from "effect";

/** When a connection counts as silent, and how often connections are checked. */
export interface SilenceOptions {
  /** How long a connection may receive no data before the database is probed. */
  readonly silence?: Duration.Input;
  readonly checking?: Duration.Input;
}

/** How many probes in a row must fail. */
const PROBES = 2;

/**
 * Closes connections to a database that no longer responds, so that their statements fail and the pool
 * replaces them. Returns a function that adds a connection.
 *
 * A connection is also silent while it is idle or runs a long statement. It stays open as long as the
 * database responds to a separate probe connection. TCP alone does not detect a frozen database.
 *
 * @param responds Whether the database responds to a new connection; decides within seconds and never fails.
 */
export const silenceWatch = Effect.fnUntraced(function* (
  responds: Effect.Effect<boolean>,
  { silence = "10 seconds", checking = "1 second" }: SilenceOptions = {},
): Effect.fn.Return<(socket: Socket) => Socket, never, Scope.Scope> {
  const sockets = new Map<Socket, { bytes: number; heardAt: number }>();
  const silenceMillis = Duration.toMillis(silence);
  let probedAt = performance.now();

  /** Connections without data for that long. */
  const silent = (): ReadonlyArray<Socket> => {
    const now = performance.now();
    return [...sockets].flatMap(([socket, last]) => {
      if (socket.bytesRead !== last.bytes)
        Object.assign(last, { bytes: socket.bytesRead, heardAt: now });
      return now - last.heardAt < silenceMillis ? [] : [socket];
    });
  };

  const check = Effect.gen(function* () {
    if (silent().length === 0 || performance.now() - probedAt < silenceMillis) return;
    const isAlive = yield* responds.pipe(
      Effect.repeat({ until: (alive) => alive, times: PROBES - 1 }),
    );
    probedAt = performance.now();
    if (isAlive) return;
    const silentSockets = silent();
    if (silentSockets.length === 0) return;
    yield* Effect.logWarning("The database does not respond: its connections are replaced").pipe(
      Effect.annotateLogs({ connections: silentSockets.length }),
    );
    for (const socket of silentSockets) socket.destroy(new Error("The database does not respond"));
  });
  yield* check.pipe(Effect.repeat(Schedule.spaced(checking)), Effect.forkScoped);

  return (socket) => {
    sockets.set(socket, { bytes: socket.bytesRead, heardAt: performance.now() });
    return socket.once("close", () => sockets.delete(socket));
  };
});
