import type { BuilderTemplate } from "@paraph/core/embed";
import { Effect } from "effect";
import { Argument, Command } from "effect/cli";

import { withHints } from "../call_failed.ts";
import { described } from "../described.ts";
import { idempotencyKey } from "../idempotency_key.ts";
import { json, printJson, printRecord, printTable } from "../print.ts";

const api = Effect.promise(() => import("../_programs/client.ts"));
const id = Argument.String("id").pipe(Argument.withDescription("The template's id, not its slug"));
const named = withHints({
  template_not_found: "`paraph embed template list` names the ids of templates",
});

const list = Command.make(
  "list",
  { json },
  Effect.fnUntraced(function* ({ json }) {
    const { callApi, PROJECT } = yield* api;
    const { templates } = yield* callApi(({ builder }) => builder.list(), PROJECT);
    yield* printTable(templates, ["id", "slug", "name", "updatedAt"], json);
  }),
).pipe(described("List templates as the builder does, newest-updated first", "project"));

const get = Command.make(
  "get",
  { id, json },
  Effect.fnUntraced(function* ({ id, json }) {
    const { callApi, PROJECT } = yield* api;
    const found = callApi(({ builder }) => builder.get({ params: { id } }), PROJECT);
    yield* json ? printJson(yield* named(found)) : printRecord(shown(yield* named(found)), false);
  }),
).pipe(described("Show a template and its draft; --json has the draft word for word", "project"));

/** What a person wants to know of a draft. */
function shown({ documentTemplate: draft, ...template }: BuilderTemplate) {
  return { id: draft._id, name: draft.name, ...template };
}

const publish = Command.make(
  "publish",
  { id, idempotencyKey, json },
  Effect.fnUntraced(function* ({ id, idempotencyKey: headers, json }) {
    const { callApi, PROJECT } = yield* api;
    const request = { params: { id }, headers };
    const published = callApi(({ builder }) => builder.publish(request), PROJECT);
    const answer = yield* named(published);
    const { manifest: _, ...version } = answer;
    yield* json ? printJson(answer) : printRecord(version, false);
  }),
).pipe(described("Make a version of the draft as it is kept", "project"));

const remove = Command.make(
  "delete",
  { id, json },
  Effect.fnUntraced(function* ({ id, json }) {
    const { callApi, PROJECT } = yield* api;
    const removed = callApi(({ builder }) => builder.remove({ params: { id } }), PROJECT);
    yield* printRecord(yield* named(removed), json);
  }),
).pipe(described("Delete a template; its renders stay", "project"));

/** `paraph embed template`: templates as the builder works on them. */
export const embedTemplate = Command.make("template").pipe(
  described("Work on the drafts of the builder", "project"),
  Command.withSubcommands([list, get, publish, remove]),
);
