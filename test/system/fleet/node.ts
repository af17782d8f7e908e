import { Effect, Schedule, Scope } from "effect";

import { type ParaphProcess, startParaph } from "../../../packages/cli/_testing/paraph_process.ts";
import { freePort } from "./own_postgres.ts";

/** A process of a deployment, with a supervisor that restarts it when it ends. */
export interface Node {
  readonly name: string;
  /** The port that it listens on, if any. */
  readonly port: number | undefined;
  /** Kills it and starts it again. */
  readonly kill: Effect.Effect<void>;
  /** The logs of this process and its predecessors. */
  readonly output: () => string;
}

/** Starts a node that runs until the scope closes. */
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

  /** Like a supervisor, retries a start that fails while there is no database. */
  const start = Effect.gen(function* () {
    const child = yield* startParaph(args, environment);
    logs.push(child.output);
    yield* child.waitForLog(ready);
    return child;
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
