import { Effect } from "effect";
import { Argument, Command } from "effect/cli";

import { described } from "../described.ts";
import { json, printRecord } from "../print.ts";

/** `paraph template delete`: a template that is to be gone. */
export const templateDelete = Command.make(
  "delete",
  { slug: Argument.String("slug").pipe(Argument.withDescription("The template's slug")), json },
  Effect.fnUntraced(function* ({ slug, json }) {
    const { callApi, PROJECT } = yield* Effect.promise(() => import("../_programs/client.ts"));
    const removed = callApi(({ templates }) => templates.remove({ params: { slug } }), PROJECT);
    yield* printRecord(yield* removed, json);
  }),
).pipe(described("Delete a template; its renders stay and its slug is free again", "project"));
