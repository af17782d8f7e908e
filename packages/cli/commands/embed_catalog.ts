import { CreateCatalog } from "@paraph/core/embed";
import { Effect } from "effect";
import { Command, Flag } from "effect/cli";

import { described } from "../described.ts";
import { given } from "../given.ts";
import { idempotencyKey } from "../idempotency_key.ts";
import { json, printRecord, printTable } from "../print.ts";
import { fileFlag, readJson, requestBody } from "../request_file.ts";

const api = Effect.promise(() => import("../_programs/client.ts"));

const create = Command.make(
  "create",
  {
    file: fileFlag("file").pipe(
      Flag.withDescription(
        "The body of POST /v1/embed/catalogs as JSON: name, catalog; - for standard input",
      ),
    ),
    name: Flag.String("name").pipe(
      Flag.withDescription("What to call it, instead of what the file says"),
      Flag.optional,
    ),
    idempotencyKey,
    json,
  },
  Effect.fnUntraced(function* ({ file, name, idempotencyKey: headers, json }) {
    const { callApi, PROJECT } = yield* api;
    const body = { ...(yield* readJson(file)), ...given({ name }) };
    const payload = yield* requestBody(CreateCatalog, body);
    const created = callApi(
      ({ embedCatalogs }) => embedCatalogs.create({ headers, payload }),
      PROJECT,
      body,
    );
    yield* printRecord(yield* created, json);
  }),
).pipe(
  described("Keep a catalog; the same name makes its next version", "project"),
  Command.withExamples([{ command: "paraph embed catalog create --file catalog.json" }]),
);

const list = Command.make(
  "list",
  { json },
  Effect.fnUntraced(function* ({ json }) {
    const { callApi, PROJECT } = yield* api;
    const { catalogs } = yield* callApi(({ embedCatalogs }) => embedCatalogs.list(), PROJECT);
    yield* printTable(catalogs, ["id", "name", "version", "createdAt"], json);
  }),
).pipe(described("List every version of every catalog, newest first", "project"));

/** `paraph embed catalog`: the variables that an app offers to the builder. */
export const embedCatalog = Command.make("catalog").pipe(
  described("Keep the variables that your app offers to the builder", "project"),
  Command.withSubcommands([create, list]),
);
