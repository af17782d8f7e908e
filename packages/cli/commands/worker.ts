import { Effect } from "effect";
import { Command } from "effect/cli";

import { described } from "../described.ts";
import { readSettings } from "../settings.ts";

/** `paraph worker`: rendering and delivering without HTTP. */
export const worker = Command.make(
  "worker",
  {},
  Effect.fnUntraced(function* () {
    const settings = yield* readSettings;
    const program = yield* Effect.promise(() => import("../_programs/worker.ts"));
    return yield* program.work(settings);
  }),
).pipe(described("Render what servers accept and deliver events", "settings"));
