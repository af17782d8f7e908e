import { Effect, Option } from "effect";
import { Command, Flag } from "effect/cli";

import { readSettings } from "../settings.ts";
import { templatePath, watch } from "./template_source.ts";

/** `paraph template preview`: a template with its sample data to a PDF, without a server. */
export const templatePreview = Command.make(
  "preview",
  {
    path: templatePath,
    data: Flag.String("data").pipe(
      Flag.withDescription(
        "The data to fill in, instead of data.json or sample data; - for standard input",
      ),
      Flag.optional,
    ),
    output: Flag.String("output").pipe(
      Flag.withAlias("o"),
      Flag.withDescription(
        "Where to write the PDF; preview.pdf in the folder without it; - for standard output",
      ),
      Flag.optional,
    ),
    watch,
  },
  Effect.fnUntraced(function* ({ path: source, data, output, watch }) {
    const settings = yield* readSettings;
    const program = yield* Effect.promise(() => import("../_programs/render.ts"));
    yield* program.renderFile(settings, {
      source,
      watch,
      data: Option.getOrUndefined(data),
      output: Option.getOrUndefined(output),
    });
  }),
).pipe(Command.withDescription("Draw a template with data.json or sample data, offline"));
