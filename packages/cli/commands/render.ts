import { Console, Effect } from "effect";
import { Argument, Command, Flag } from "effect/cli";

import { readSettings } from "../settings.ts";

/** `paraph render`: a template and data to a PDF, without a server. */
export const render = Command.make(
  "render",
  {
    source: Argument.String("layout-or-template").pipe(
      Argument.withDescription("A template (name, manifest, layout) or a bare layout, as JSON"),
    ),
    data: Argument.String("data").pipe(Argument.withDescription("The data to fill in, as JSON")),
    output: Flag.String("output").pipe(
      Flag.withAlias("o"),
      Flag.withDescription("Where to write the PDF"),
    ),
  },
  Effect.fnUntraced(function* ({ source, data, output }) {
    const settings = yield* readSettings;
    const program = yield* Effect.promise(() => import("../_programs/render.ts"));
    const pages = yield* program.renderFile(settings, { source, data, output });
    yield* Console.error(`Wrote ${output} (${pages === 1 ? "1 page" : `${pages} pages`})`);
  }),
).pipe(Command.withDescription("Render a file, without a server"));
