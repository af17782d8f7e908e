import { Effect } from "effect";
import { Command } from "effect/cli";

import { described } from "../described.ts";
import { json, printTable } from "../print.ts";

/** `paraph template list`: every live template of a project. */
export const templateList = Command.make(
  "list",
  { json },
  Effect.fnUntraced(function* ({ json }) {
    const { callApi, PROJECT } = yield* Effect.promise(() => import("../_programs/client.ts"));
    const { templates } = yield* callApi(({ templates }) => templates.list(), PROJECT);
    yield* printTable(
      templates,
      ["slug", ["version", (template) => template.currentVersionNumber], "name", "updatedAt"],
      json,
    );
  }),
).pipe(described("List templates, newest-updated first", "project"));
