import { SessionMode } from "@paraph/core/embed";
import { RenderStatus } from "@paraph/core/renders";
import { Console, Effect, Option, Struct } from "effect";
import { Command, Flag } from "effect/cli";

import type { Resources } from "../../_programs/client.ts";
import { describe } from "../../describe.ts";
import {
  fileFlag,
  idempotencyKey,
  json,
  optionalText,
  paging,
  presentFlags,
  textArgument,
} from "../../flags.ts";
import { type FieldNames, inFile } from "../../input_names.ts";
import { readJsonObject } from "../../json_file.ts";
import { printRecord } from "../../terminal/print.ts";
import { callServer, listCommand, recordCommand, table, asBody } from "../server_command.ts";

const caller = "project";

const createSession = recordCommand(
  "create",
  {
    description: "Open a session of 4 hours for one person; its tokens are shown once",
    caller,
    flags: {
      tenant: optionalText("tenant", "Your id of the customer"),
      tenantName: optionalText("tenant-name", "The customer's name"),
      actor: optionalText("actor", "Your id of the person"),
      actorName: optionalText("actor-name", "The person's name"),
      actorEmail: optionalText("actor-email", "The person's email address"),
      mode: Flag.Literals("mode", SessionMode.literals).pipe(
        Flag.withDescription(
          "What the session may do; by default edit with a template, else create",
        ),
        Flag.optional,
      ),
      render: optionalText("render", "The render to send for signature, for the mode send"),
      template: optionalText("template", "The template: an id of `paraph embed template list`"),
      file: fileFlag(
        "file",
        "The body of POST /v1/embed/sessions as JSON; flags take precedence; - for standard input",
      ).pipe(Flag.optional),
      idempotencyKey,
    },
    fields: sessionFields,
  },
  Effect.fnUntraced(function* ({ embed }: Resources, flags) {
    const { tenant, tenantName, actor, actorName, actorEmail, mode, template, render, file } =
      flags;
    const body = Option.isSome(file) ? yield* readJsonObject(file.value, "--file") : {};
    const parts = {
      tenant: presentFlags({ externalId: tenant, displayName: tenantName }),
      actor: presentFlags({ externalId: actor, displayName: actorName, email: actorEmail }),
      scope: presentFlags({ mode, templateExternalId: template, renderId: render }),
    };
    return yield* embed.sessions.create(asBody(mergeParts(body, parts)), flags.idempotencyKey);
  }),
).pipe(
  Command.withExamples([
    { command: "paraph embed session create --tenant customer-17 --actor user-4 --mode create" },
    { command: "paraph embed session create --file session.json --json" },
  ]),
);

type SessionFlag =
  | "tenant"
  | "tenantName"
  | "actor"
  | "actorName"
  | "actorEmail"
  | "mode"
  | "template"
  | "render";

/** The flags and the file of the fields of a session. */
function sessionFields({
  file,
  ...input
}: Readonly<Record<SessionFlag, Option.Option<unknown>>> & {
  readonly file: Option.Option<string>;
}): FieldNames {
  const flags = [
    ["tenant.externalId", "--tenant", input.tenant],
    ["tenant.displayName", "--tenant-name", input.tenantName],
    ["actor.externalId", "--actor", input.actor],
    ["actor.displayName", "--actor-name", input.actorName],
    ["actor.email", "--actor-email", input.actorEmail],
    ["scope.mode", "--mode", input.mode],
    ["scope.templateExternalId", "--template", input.template],
    ["scope.renderId", "--render", input.render],
  ] as const;
  const activeFlags = flags.filter(([, , value]) => Option.isNone(file) || Option.isSome(value));
  return {
    tenant: Option.isNone(file) ? "--tenant" : undefined,
    actor: Option.isNone(file) ? "--actor" : undefined,
    scope: Option.isNone(file) ? "--mode" : undefined,
    ...Object.fromEntries(activeFlags.map(([path, flag]) => [path, flag])),
    ...(Option.isSome(file) ? { "": inFile("--file", file.value) } : {}),
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** Adds the fields of flags to the parts of a file's body. */
function mergeParts(body: Fields, parts: Readonly<Record<string, Fields>>): Fields {
  const entries = Object.entries(parts)
    .filter(([, part]) => Object.keys(part).length > 0)
    .map(([name, part]) => {
      const fromFile = body[name];
      return [name, typeof fromFile === "object" ? { ...fromFile, ...part } : part];
    });
  return { ...body, ...Object.fromEntries(entries) };
}

const endSession = Command.make(
  "delete",
  { id: textArgument("id", "The session's id"), json },
  Effect.fnUntraced(function* ({ id, json }) {
    yield* callServer(caller, ({ embed }) => embed.sessions.end(id), { id: "<id>" });
    // The response has no body, and neither has the JSON output.
    if (!json) yield* Console.error(`Ended ${id}`);
  }),
).pipe(describe("End a session at once", caller));

const session = Command.make("session").pipe(
  describe("Open and end the sessions of your users", caller),
  Command.withSubcommands([createSession, endSession]),
);

const createCatalog = recordCommand(
  "create",
  {
    description: "Store a catalog; the same name creates its next version",
    caller,
    flags: {
      file: fileFlag(
        "file",
        "The body of POST /v1/embed/catalogs as JSON: name, catalog; - for standard input",
      ),
      name: optionalText("name", "The catalog's name, instead of the one in the file"),
      idempotencyKey,
    },
    fields: ({ file }) => ({ "": inFile("--file", file) }),
  },
  Effect.fnUntraced(function* ({ embed }: Resources, { file, name, idempotencyKey }) {
    const fields: Fields = yield* readJsonObject(file, "--file");
    const body = { ...fields, ...presentFlags({ name }) };
    return yield* embed.catalogs.create(asBody(body), idempotencyKey);
  }),
).pipe(Command.withExamples([{ command: "paraph embed catalog create --file catalog.json" }]));

const catalog = Command.make("catalog").pipe(
  describe("Manage the variables that your app offers to the builder", caller),
  Command.withSubcommands([
    createCatalog,
    listCommand(
      "list",
      { description: "List every version of every catalog, newest first", caller, flags: {} },
      ({ embed }) => embed.catalogs.list(),
      ({ catalogs }) => table(catalogs, ["id", "name", "version", "createdAt"]),
    ),
  ]),
);

const id = textArgument("id", "The template's id, not its slug");
const hints = () => ({
  template_not_found: "`paraph embed template list` lists the ids of templates",
});

const template = Command.make("template").pipe(
  describe("Work on the drafts of the builder", caller),
  Command.withSubcommands([
    listCommand(
      "list",
      {
        description: "List templates as the builder does, newest-updated first",
        caller,
        flags: {},
      },
      ({ embed }) => embed.templates.list(),
      ({ templates }) => table(templates, ["id", "slug", "name", "updatedAt"]),
    ),
    recordCommand(
      "get",
      {
        description: "Show a template and its draft; --json includes the stored draft unchanged",
        caller,
        flags: { id },
        hints,
      },
      ({ embed }, { id }) => embed.templates.get(id),
      ({ documentTemplate: draft, ...template }) =>
        printRecord({ id: draft._id, name: draft.name, ...template }, false),
    ),
    recordCommand(
      "publish",
      {
        description: "Publish the stored draft as a version",
        caller,
        flags: { id, idempotencyKey },
        hints,
      },
      ({ embed }, { id, idempotencyKey }) => embed.templates.publish(id, idempotencyKey),
      (version) => printRecord(Struct.omit(version, ["manifest"]), false),
    ),
    recordCommand(
      "delete",
      { description: "Delete a template; its renders stay", caller, flags: { id }, hints },
      ({ embed }, { id }) => embed.templates.remove(id),
    ),
  ]),
);

const listSubmissions = listCommand(
  "list",
  {
    description: "List submitted forms, newest first",
    caller,
    flags: {
      tenant: optionalText("tenant", "Only forms of the customer with this id of yours"),
      status: Flag.Literals("status", RenderStatus.literals).pipe(
        Flag.withDescription("Only renders with this status"),
        Flag.optional,
      ),
      ...paging,
    },
  },
  ({ embed }, query) => embed.renders.list(presentFlags(query)),
  ({ renders }) =>
    table(renders, [
      "id",
      "status",
      ["template", ({ templateSlug }) => templateSlug ?? ""],
      ["tenant", ({ tenant }) => tenant.externalId],
      ["actor", ({ actor }) => actor.externalId],
      "createdAt",
    ]),
);

const submission = Command.make("submission").pipe(
  describe("Read submitted forms", caller),
  Command.withSubcommands([listSubmissions]),
);

/** `paraph embed`: the builder and forms inside an integrator's app. */
export const embed = Command.make("embed").pipe(
  describe("Embed the builder and forms in your app", caller),
  Command.withSubcommands([session, catalog, template, submission]),
);
