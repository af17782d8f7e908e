import { Effect } from "effect";
import { Argument, Command } from "effect/cli";

import { json } from "../print.ts";

/** `paraph template validate`: whether templates on disk could be published, without a server. */
export const templateValidate = Command.make(
  "validate",
  {
    paths: Argument.String("path").pipe(
      Argument.withDescription("Templates' folders or JSON files; the current folder without any"),
      Argument.variadic(),
    ),
    json,
  },
  Effect.fnUntraced(function* ({ paths, json: asJson }) {
    const program = yield* Effect.promise(() => import("../_programs/template_validate.ts"));
    yield* program.validateTemplates(paths.length === 0 ? ["."] : paths, asJson);
  }),
).pipe(Command.withDescription("Check templates and their data as publishing would, offline"));
