import { Effect } from "effect";
import { Command, Flag } from "effect/cli";

import { described } from "../described.ts";
import { readSettings } from "../settings.ts";

/** `paraph serve`: HTTP, and rendering beside it. */
export const serve = Command.make(
  "serve",
  {
    worker: Flag.Boolean("worker").pipe(
      Flag.withDescription(
        "Render in this process too; --no-worker leaves that to `paraph worker`",
      ),
      Flag.withDefault(true),
    ),
  },
  Effect.fnUntraced(function* ({ worker }) {
    const settings = yield* readSettings;
    const program = yield* Effect.promise(() => import("../_programs/serve.ts"));
    return yield* program.serve(settings, { worker });
  }),
).pipe(described("Serve the HTTP API and render", "settings"));
