import { Effect } from "effect";
import { Argument, Command, Flag } from "effect/cli";

import { withHints } from "../call_failed.ts";
import { described } from "../described.ts";
import { idempotencyKey } from "../idempotency_key.ts";
import { json, printRecord } from "../print.ts";

const api = Effect.promise(() => import("../_programs/client.ts"));
const slug = Argument.String("slug").pipe(Argument.withDescription("The template's slug"));

/** What to do when a template has no hook. */
const none = (slug: string) => withHints({ not_found: `\`paraph hook create ${slug}\` makes one` });

const create = Command.make(
  "create",
  { slug, idempotencyKey, json },
  Effect.fnUntraced(function* ({ slug, idempotencyKey: headers, json }) {
    const { callApi, PROJECT } = yield* api;
    const minted = callApi(({ hooks }) => hooks.mint({ params: { slug }, headers }), PROJECT);
    yield* printRecord(yield* minted, json);
  }),
).pipe(
  described(
    "Make an address that renders a template, or replace it; its secret is shown once",
    "project",
  ),
  Command.withExamples([{ command: "paraph hook create invoice" }]),
);

const get = Command.make(
  "get",
  { slug, json },
  Effect.fnUntraced(function* ({ slug, json }) {
    const { callApi, PROJECT } = yield* api;
    const found = callApi(({ hooks }) => hooks.get({ params: { slug } }), PROJECT);
    yield* printRecord(yield* none(slug)(found), json);
  }),
).pipe(described("Show the hook of a template", "project"));

const update = Command.make(
  "update",
  {
    slug,
    requireSignature: Flag.Boolean("require-signature").pipe(
      Flag.withDescription(
        "Refuse requests that are not signed; --no-require-signature takes them",
      ),
    ),
    json,
  },
  Effect.fnUntraced(function* ({ slug, requireSignature, json }) {
    const { callApi, PROJECT } = yield* api;
    const request = { params: { slug }, payload: { requireSignature } };
    const updated = callApi(({ hooks }) => hooks.update(request), PROJECT);
    yield* printRecord(yield* none(slug)(updated), json);
  }),
).pipe(described("Decide whether unsigned requests are refused", "project"));

const remove = Command.make(
  "delete",
  { slug, json },
  Effect.fnUntraced(function* ({ slug, json }) {
    const { callApi, PROJECT } = yield* api;
    const removed = callApi(({ hooks }) => hooks.remove({ params: { slug } }), PROJECT);
    yield* printRecord(yield* none(slug)(removed), json);
  }),
).pipe(described("Delete the hook of a template: its address leads nowhere any more", "project"));

/** `paraph hook`: addresses at which other systems render templates. */
export const hook = Command.make("hook").pipe(
  described("Let other systems render a template without a key", "project"),
  Command.withSubcommands([create, get, update, remove]),
);
