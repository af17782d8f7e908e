import { DEFAULT_KEY_NAME, KeyName } from "@paraph/core/keys";
import { Effect } from "effect";
import { Argument, Command, Flag } from "effect/cli";

import { json, printRecord, printTable } from "../print.ts";

const api = Effect.promise(() => import("../_programs/client.ts"));
const project = Flag.String("project").pipe(Flag.withDescription("The project's id"));

const mint = Command.make(
  "mint",
  {
    project,
    name: Flag.String("name").pipe(
      Flag.withDescription("What to call the key"),
      Flag.withSchema(KeyName),
      Flag.withDefault(DEFAULT_KEY_NAME),
    ),
    json,
  },
  Effect.fnUntraced(function* ({ project, name, json }) {
    const { callApi } = yield* api;
    const request = { params: { id: project }, payload: { name } };
    yield* printRecord(yield* callApi(({ projects }) => projects.mintKey(request)), json);
  }),
).pipe(Command.withDescription("Mint a key of a project; it is shown once"));

const list = Command.make(
  "list",
  { project, json },
  Effect.fnUntraced(function* ({ project, json }) {
    const { callApi } = yield* api;
    const { keys } = yield* callApi(({ projects }) =>
      projects.listKeys({ params: { id: project } }),
    );
    yield* printTable(keys, ["id", "name", "prefix", "createdAt", "lastUsedAt", "revokedAt"], json);
  }),
).pipe(Command.withDescription("List the keys of a project"));

const revoke = Command.make(
  "revoke",
  { project, id: Argument.String("id").pipe(Argument.withDescription("The key's id")), json },
  Effect.fnUntraced(function* ({ project, id, json }) {
    const { callApi } = yield* api;
    const params = { id: project, keyId: id };
    yield* printRecord(yield* callApi(({ projects }) => projects.revokeKey({ params })), json);
  }),
).pipe(Command.withDescription("Revoke a key, at once and everywhere"));

/** `paraph key`: the keys of a project. */
export const key = Command.make("key").pipe(
  Command.withDescription("Keys of a project (PARAPH_URL, PARAPH_ACCOUNT_KEY)"),
  Command.withSubcommands([mint, list, revoke]),
);
