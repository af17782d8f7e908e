import { Effect } from "effect";
import { Argument, Command } from "effect/cli";

import { described } from "../described.ts";
import { json } from "../print.ts";
import { force } from "./template_source.ts";

/** `paraph template pull`: what is published of a template, as a folder to keep in git. */
export const templatePull = Command.make(
  "pull",
  {
    slug: Argument.String("slug").pipe(Argument.withDescription("The template's slug")),
    folder: Argument.String("folder").pipe(
      Argument.withDescription("Where to; a folder called like the slug without it"),
      Argument.optional,
    ),
    force: force("Write over what was changed here since the last pull"),
    json,
  },
  Effect.fnUntraced(function* (options) {
    const program = yield* Effect.promise(() => import("../_programs/template_publishing.ts"));
    yield* program.pull(options);
  }),
).pipe(described("Write a published template into a folder", "project"));
