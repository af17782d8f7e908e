import { Effect, Schedule, Scope } from "effect";

import { type ParaphProcess, startParaph } from "../../packages/cli/_testing/paraph_process.ts";
import { freePort } from "./own_postgres.ts";

/** One process of a deployment, with a supervisor that starts it again when it ends. */
export interface Node {
  readonly name: string;
  /** Where it listens, if it does. */
  readonly port: number | undefined;
  /** Kills it and starts it again. */
  readonly kill: Effect.Effect<void>;
  /** Everything that it and those before it have logged. */
  readonly output: () => string;
}

/** Starts a node that is there until the scope closes. */
export const startNode = Effect.fnUntraced(function* (
  name: string,
  args: ReadonlyArray<string>,
  settings: Record<string, string>,
): Effect.fn.Return<Node, never, Scope.Scope> {
  const serves = args[0] === "serve";
  const port = serves ? yield* Effect.promise(freePort) : undefined;
  const environment = { ...settings, ...(port === undefined ? {} : { PORT: String(port) }) };
  const scope = yield* Effect.scope;
  const ready = serves ? /Listening on/ : /Working/;
  const logs: Array<() => string> = [];

  /** As a supervisor does: a start that fails, because there is no database just now, is tried again. */
  const start = Effect.gen(function* () {
    const started = yield* startParaph(args, environment);
    logs.push(started.output);
    yield* started.logged(ready);
    return started;
  }).pipe(
    Scope.provide(scope),
    Effect.retry({ schedule: Schedule.spaced("500 millis"), times: 60 }),
    Effect.orDie,
  );
  let current: ParaphProcess = yield* start;
  const kill = Effect.gen(function* () {
    yield* current.stop("SIGKILL");
    current = yield* start;
  });
  return { name, port, kill, output: () => logs.map((log) => log()).join("") };
});
