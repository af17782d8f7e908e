import { Effect } from "effect";
import { Argument, Command } from "effect/cli";

import { described } from "../described.ts";
import { json, printTable } from "../print.ts";

/** `paraph template versions`: every version of a template. */
export const templateVersions = Command.make(
  "versions",
  { slug: Argument.String("slug").pipe(Argument.withDescription("The template's slug")), json },
  Effect.fnUntraced(function* ({ slug, json }) {
    const { callApi, PROJECT } = yield* Effect.promise(() => import("../_programs/client.ts"));
    const request = { params: { slug } };
    const { versions } = yield* callApi(({ templates }) => templates.versions(request), PROJECT);
    yield* printTable(versions, ["versionNumber", "createdAt", "id"], json);
  }),
).pipe(described("List the versions of a template, newest first", "project"));
