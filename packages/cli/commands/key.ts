import { DEFAULT_KEY_NAME, KeyName } from "@paraph/core/keys";
import { Effect } from "effect";
import { Argument, Command, Flag } from "effect/cli";

import { described } from "../described.ts";
import { idempotencyKey } from "../idempotency_key.ts";
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
    idempotencyKey,
    json,
  },
  Effect.fnUntraced(function* ({ project, name, idempotencyKey: headers, json }) {
    const { callApi } = yield* api;
    const request = { params: { id: project }, headers, payload: { name } };
    yield* printRecord(yield* callApi(({ projects }) => projects.mintKey(request)), json);
  }),
).pipe(
  described("Mint a key of a project; it is shown once", "account"),
  Command.withExamples([{ command: "paraph key mint --project 0198c0de-… --name CI" }]),
);

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
).pipe(described("List the keys of a project", "account"));

const revoke = Command.make(
  "revoke",
  { project, id: Argument.String("id").pipe(Argument.withDescription("The key's id")), json },
  Effect.fnUntraced(function* ({ project, id, json }) {
    const { callApi } = yield* api;
    const params = { id: project, keyId: id };
    yield* printRecord(yield* callApi(({ projects }) => projects.revokeKey({ params })), json);
  }),
).pipe(described("Revoke a key, at once and everywhere", "account"));

/** `paraph key`: the keys of a project. */
export const key = Command.make("key").pipe(
  described("Mint and revoke the keys of a project", "account"),
  Command.withSubcommands([mint, list, revoke]),
);
