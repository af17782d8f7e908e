import { Effect } from "effect";
import { Command } from "effect/cli";

import { described } from "../described.ts";
import { json } from "../print.ts";

/** `paraph doctor`: whether what a deployment depends on works. */
export const doctor = Command.make(
  "doctor",
  { json },
  Effect.fnUntraced(function* ({ json: asJson }) {
    const program = yield* Effect.promise(() => import("../_programs/doctor/mod.ts"));
    yield* program.doctor(asJson);
  }),
).pipe(described("Check settings, database, storage, mail and signing", "settings"));
