import { Effect } from "effect";
import { Command } from "effect/cli";

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
).pipe(Command.withDescription("Render what servers accept, deliver events"));
