import { assert } from "@effect/vitest";
import { Effect, Schedule } from "effect";

import { startServer } from "../../packages/cli/_testing/paraph_process.ts";
import {
  databaseLayer,
  caller,
  type Deployment,
  environment,
  makeDataDir,
  createProjectKey,
} from "./deployment.ts";

/** A server in a separate process that tests can kill and restart, with the key of a project. */
export const startKillable = Effect.fnUntraced(function* (
  settings: Record<string, string> = {},
  ...args: ReadonlyArray<string>
) {
  const deployment: Deployment = { dataDir: yield* makeDataDir };
  const startWith = (more: ReadonlyArray<string>) =>
    startServer(more, { ...environment(deployment), ...settings });
  const start = startWith([]);
  const database = databaseLayer(deployment);
  const server = yield* startWith(args);
  const key = yield* Effect.provide(createProjectKey, database);
  return { deployment, server, start, database, key, call: caller(server.port, key) };
});

/** A template of a name and a table of rows. */
export const LETTER = {
  name: "Letter",
  manifest: {
    variables: [{ key: "name", label: "Name", dataType: "text", required: true }],
    loops: [
      { key: "rows", label: "Rows", itemFields: [{ key: "a", label: "A", dataType: "text" }] },
    ],
  },
};

/** Publishes a template "letter" with a name and any number of rows. */
export const publishLetter = Effect.fnUntraced(function* (call: ReturnType<typeof caller>) {
  assert.strictEqual((yield* call("PUT", "/v1/templates/letter", LETTER)).status, 201);
});

/** Polls until the result meets a condition, for two minutes at most. */
export const awaiting = <A, E, R>(look: Effect.Effect<A, E, R>, holds: (seen: A) => boolean) =>
  look.pipe(
    Effect.repeat({ until: holds, schedule: Schedule.spaced("50 millis") }),
    Effect.timeout("2 minutes"),
  );
