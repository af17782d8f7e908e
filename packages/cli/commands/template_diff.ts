import { Effect } from "effect";
import { Command } from "effect/cli";

import { described } from "../described.ts";
import { json } from "../print.ts";
import { templatePath, templateSlug } from "./template_source.ts";

/** `paraph template diff`: what publishing a template's folder would change. */
export const templateDiff = Command.make(
  "diff",
  { path: templatePath, slug: templateSlug, json },
  Effect.fnUntraced(function* (target) {
    const program = yield* Effect.promise(() => import("../_programs/template_publishing.ts"));
    yield* program.diff(target);
  }),
).pipe(described("Show what a push would change; exit with 1 when that is anything", "project"));
