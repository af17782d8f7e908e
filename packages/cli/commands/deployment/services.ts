import { readSettings } from "@paraph/app/settings";
import { Console, Effect } from "effect";
import { Command, Flag } from "effect/cli";

import { describe } from "../../describe.ts";
import { json, switchFlag } from "../../flags.ts";

/** `paraph serve`: the HTTP API, and a worker in the same process. */
export const serve = Command.make(
  "serve",
  {
    worker: Flag.Boolean("worker").pipe(
      Flag.withDescription(
        "Run a worker in this process, by default; with --no-worker, run `paraph worker` separately",
      ),
      Flag.withDefault(true),
    ),
  },
  Effect.fnUntraced(function* (options) {
    const settings = yield* readSettings;
    const program = yield* Effect.promise(() => import("../../_programs/serve.ts"));
    return yield* program.serve(settings, options);
  }),
).pipe(describe("Serve the HTTP API and render", "settings"));

/** `paraph worker`: renders and delivers without HTTP. */
export const worker = Command.make(
  "worker",
  {},
  Effect.fnUntraced(function* () {
    const settings = yield* readSettings;
    const program = yield* Effect.promise(() => import("../../_programs/worker.ts"));
    return yield* program.work(settings);
  }),
).pipe(describe("Render what servers accept and deliver events", "settings"));

/** `paraph demo`: a server with an example. */
export const demo = Command.make(
  "demo",
  { once: switchFlag("once", "End when the PDF is written instead of serving") },
  Effect.fnUntraced(function* (options) {
    const settings = yield* readSettings;
    const program = yield* Effect.promise(() => import("../../_programs/demo.ts"));
    yield* program.demo(settings, options);
  }),
).pipe(describe("Serve with an example invoice published and rendered", "settings"));

/** `paraph migrate`: migrates the database without serving. */
export const migrate = Command.make(
  "migrate",
  {},
  Effect.fnUntraced(function* () {
    const settings = yield* readSettings;
    const program = yield* Effect.promise(() => import("../../_programs/migrate.ts"));
    const names = yield* program.migrateDatabase(settings);
    yield* Console.log(names.length === 0 ? "Nothing to migrate" : `Migrated: ${names.join(", ")}`);
  }),
).pipe(describe("Bring the database to the current schema", "settings"));

/** `paraph doctor`: checks a deployment and its dependencies. */
export const doctor = Command.make(
  "doctor",
  { json },
  Effect.fnUntraced(function* ({ json: asJson }) {
    const program = yield* Effect.promise(() => import("../../_programs/doctor/mod.ts"));
    yield* program.doctor(asJson);
  }),
).pipe(describe("Check settings, database, storage, email and signing", "settings"));
