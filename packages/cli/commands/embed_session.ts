import { CreateSession, SessionMode } from "@paraph/core/embed";
import { Console, Effect, Option } from "effect";
import { Argument, Command, Flag } from "effect/cli";

import { described } from "../described.ts";
import { given } from "../given.ts";
import { idempotencyKey } from "../idempotency_key.ts";
import { json, printRecord } from "../print.ts";
import { fileFlag, readJson, requestBody } from "../request_file.ts";

const api = Effect.promise(() => import("../_programs/client.ts"));

/** A part of the request's body that a flag says, over what the file says. */
const text = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.optional);

const create = Command.make(
  "create",
  {
    tenant: text("tenant", "Your customer that it is for: an id of yours"),
    tenantName: text("tenant-name", "What your customer is called"),
    actor: text("actor", "The person that it is for: an id of yours"),
    actorName: text("actor-name", "What the person is called"),
    actorEmail: text("actor-email", "The person's address"),
    mode: Flag.Literals("mode", SessionMode.literals).pipe(
      Flag.withDescription("What it is for; edit with a template, else create, unless given"),
      Flag.optional,
    ),
    template: text(
      "template",
      "The template that it is about: an id of `paraph embed template list`",
    ),
    file: fileFlag("file").pipe(
      Flag.withDescription(
        "The body of POST /v1/embed/sessions as JSON; flags go before it; - for standard input",
      ),
      Flag.optional,
    ),
    idempotencyKey,
    json,
  },
  Effect.fnUntraced(function* ({ tenant, actor, mode, template, file, json, ...rest }) {
    const { callApi, PROJECT } = yield* api;
    const body = yield* Option.match(file, { onNone: () => Effect.succeed({}), onSome: readJson });
    const over = {
      tenant: given({ externalId: tenant, displayName: rest.tenantName }),
      actor: given({ externalId: actor, displayName: rest.actorName, email: rest.actorEmail }),
      scope: given({ mode, templateExternalId: template }),
    };
    const sent = merged(body, over);
    const payload = yield* requestBody(CreateSession, sent);
    const request = { headers: rest.idempotencyKey, payload };
    const opened = callApi(({ embedSessions }) => embedSessions.create(request), PROJECT, sent);
    yield* printRecord(yield* opened, json);
  }),
).pipe(
  described("Open a session for one person, of 4 hours; its tokens are shown once", "project"),
  Command.withExamples([
    { command: "paraph embed session create --tenant customer-17 --actor user-4 --mode create" },
    { command: "paraph embed session create --file session.json --json" },
  ]),
);

type Fields = Readonly<Record<string, unknown>>;

/** The body of a file with what flags say put over its parts; parts of which nothing is said stay. */
function merged(body: Fields, over: Readonly<Record<string, Fields>>): Fields {
  const parts = Object.entries(over).flatMap(([name, part]) => {
    const below = body[name];
    if (Object.keys(part).length === 0) return [];
    return [[name, typeof below === "object" ? { ...below, ...part } : part]];
  });
  return { ...body, ...Object.fromEntries(parts) };
}

const end = Command.make(
  "delete",
  { id: Argument.String("id").pipe(Argument.withDescription("The session's id")), json },
  Effect.fnUntraced(function* ({ id, json }) {
    const { callApi, PROJECT } = yield* api;
    yield* callApi(({ embedSessions }) => embedSessions.end({ params: { id } }), PROJECT);
    // The API answers nothing, and so does this.
    if (!json) yield* Console.error(`Ended ${id}`);
  }),
).pipe(described("End a session at once", "project"));

/** `paraph embed session`: sessions of the users of an app. */
export const embedSession = Command.make("session").pipe(
  described("Open and end the sessions of your users", "project"),
  Command.withSubcommands([create, end]),
);
