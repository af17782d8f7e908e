import { ProjectName } from "@paraph/core/projects";
import { Effect } from "effect";
import { Argument, Command, Flag } from "effect/cli";

import { described } from "../described.ts";
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
).pipe(
  described("Create a project", "account"),
  Command.withExamples([{ command: "paraph project create --name Books" }]),
);

const list = Command.make(
  "list",
  { json },
  Effect.fnUntraced(function* ({ json }) {
    const { callApi } = yield* api;
    const { projects } = yield* callApi(({ projects }) => projects.list());
    yield* printTable(projects, ["id", "slug", "name", "createdAt", "updatedAt"], json);
  }),
).pipe(described("List projects, newest first", "account"));

const get = Command.make(
  "get",
  { id, json },
  Effect.fnUntraced(function* ({ id, json }) {
    const { callApi } = yield* api;
    yield* printRecord(yield* callApi(({ projects }) => projects.get({ params: { id } })), json);
  }),
).pipe(described("Show a project", "account"));

const rename = Command.make(
  "rename",
  { id, name, json },
  Effect.fnUntraced(function* ({ id, name, json }) {
    const { callApi } = yield* api;
    const request = { params: { id }, payload: { name } };
    yield* printRecord(yield* callApi(({ projects }) => projects.rename(request)), json);
  }),
).pipe(described("Rename a project; its slug stays", "account"));

const remove = Command.make(
  "delete",
  { id, json },
  Effect.fnUntraced(function* ({ id, json }) {
    const { callApi } = yield* api;
    yield* printRecord(yield* callApi(({ projects }) => projects.remove({ params: { id } })), json);
  }),
).pipe(described("Delete a project; its keys open nothing any more", "account"));

/** `paraph project`: the projects of the account whose key the environment holds. */
export const project = Command.make("project").pipe(
  described("Manage the projects of an account", "account"),
  Command.withSubcommands([create, list, get, rename, remove]),
);
