import { ProjectName } from "@paraph/core/projects";
import { Effect } from "effect";
import { Argument, Command, Flag } from "effect/cli";

import { idempotencyKey } from "../idempotency_key.ts";
import { json, printRecord, printTable } from "../print.ts";

const api = Effect.promise(() => import("../_programs/client.ts"));
const id = Argument.String("id").pipe(Argument.withDescription("The project's id"));
const name = Flag.String("name").pipe(
  Flag.withDescription("What to call the project"),
  Flag.withSchema(ProjectName),
);

const create = Command.make(
  "create",
  { name, idempotencyKey, json },
  Effect.fnUntraced(function* ({ name, idempotencyKey: headers, json }) {
    const { callApi } = yield* api;
    const payload = { name };
    yield* printRecord(
      yield* callApi(({ projects }) => projects.create({ headers, payload })),
      json,
    );
  }),
).pipe(Command.withDescription("Create a project"));

const list = Command.make(
  "list",
  { json },
  Effect.fnUntraced(function* ({ json }) {
    const { callApi } = yield* api;
    const { projects } = yield* callApi(({ projects }) => projects.list());
    yield* printTable(projects, ["id", "slug", "name", "createdAt", "updatedAt"], json);
  }),
).pipe(Command.withDescription("List projects, newest first"));

const get = Command.make(
  "get",
  { id, json },
  Effect.fnUntraced(function* ({ id, json }) {
    const { callApi } = yield* api;
    yield* printRecord(yield* callApi(({ projects }) => projects.get({ params: { id } })), json);
  }),
).pipe(Command.withDescription("Show a project"));

const rename = Command.make(
  "rename",
  { id, name, json },
  Effect.fnUntraced(function* ({ id, name, json }) {
    const { callApi } = yield* api;
    const request = { params: { id }, payload: { name } };
    yield* printRecord(yield* callApi(({ projects }) => projects.rename(request)), json);
  }),
).pipe(Command.withDescription("Rename a project; its slug stays"));

const remove = Command.make(
  "delete",
  { id, json },
  Effect.fnUntraced(function* ({ id, json }) {
    const { callApi } = yield* api;
    yield* printRecord(yield* callApi(({ projects }) => projects.remove({ params: { id } })), json);
  }),
).pipe(Command.withDescription("Delete a project; its keys open nothing any more"));

/** `paraph project`: the projects of the account whose key the environment holds. */
export const project = Command.make("project").pipe(
  Command.withDescription("Projects of an account (PARAPH_URL, PARAPH_ACCOUNT_KEY)"),
  Command.withSubcommands([create, list, get, rename, remove]),
);
