import { Effect } from "effect";
import { Command, Flag } from "effect/cli";

import { described } from "../described.ts";
import { readSettings } from "../settings.ts";

/** `paraph demo`: a server with something to look at. */
export const demo = Command.make(
  "demo",
  {
    once: Flag.Boolean("once").pipe(
      Flag.withDescription("End when the PDF is there instead of serving on"),
      Flag.withDefault(false),
    ),
  },
  Effect.fnUntraced(function* ({ once }) {
    const settings = yield* readSettings;
    const program = yield* Effect.promise(() => import("../_programs/demo.ts"));
    yield* program.demo(settings, { once });
  }),
).pipe(described("Serve with an example invoice published and rendered", "settings"));
