import { DEFAULT_KEY_NAME, KeyName } from "@paraph/core/keys";
import { ProjectName } from "@paraph/core/projects";
import { LANGUAGES } from "@paraph/core/values";
import { Effect, FileSystem, Option } from "effect";
import { Command, Flag } from "effect/cli";

import { describe } from "../../describe.ts";
import {
  fileFlag,
  idempotencyKey,
  json,
  optIn,
  optionalText,
  presentFlags,
  textArgument,
  textFlag,
} from "../../flags.ts";
import { withFilePath } from "../../output_file.ts";
import { printRecord } from "../../terminal/print.ts";
import { callServer, listCommand, recordCommand, table } from "../server_command.ts";

const caller = "account";
const id = textArgument("id", "The project's id");
const name = textFlag("name", "The name of the project").pipe(Flag.withSchema(ProjectName));

const createProject = recordCommand(
  "create",
  { description: "Create a project", caller, flags: { name, idempotencyKey } },
  ({ projects }, { name, idempotencyKey }) => projects.create({ name }, idempotencyKey),
  printForPeople,
).pipe(Command.withExamples([{ command: "paraph project create --name Books" }]));

/** A text that removes a field if it is empty. */
const orNull = (flag: Flag.Flag<Option.Option<string>>) =>
  Flag.map(
    flag,
    Option.map((text) => (text === "" ? null : text)),
  );

const updateProject = Command.make(
  "update",
  {
    id,
    name: name.pipe(Flag.optional),
    publicDownloads: Flag.Literals("public-downloads", ["on", "off"]).pipe(
      Flag.withDescription("Whether renders have a public downloadUrl"),
      Flag.map((value) => value === "on"),
      Flag.optional,
    ),
    language: Flag.Literals("language", LANGUAGES).pipe(
      Flag.withDescription(
        "The language of emails, consent and certificates, and of templates without a language",
      ),
      Flag.optional,
    ),
    brandName: orNull(optionalText("brand-name", "The name that people see; empty for none")),
    logo: fileFlag("logo", "The logo: a PNG, JPEG or SVG file of at most 256 KiB").pipe(
      Flag.optional,
    ),
    noLogo: optIn("remove-logo", "Remove the logo"),
    primaryColor: orNull(
      optionalText("primary-color", "The color of buttons and links as #rrggbb; empty for none"),
    ),
    replyTo: orNull(
      optionalText("reply-to", "The address that receives replies to emails; empty for none"),
    ),
    footer: orNull(
      optionalText("footer", "The text below pages, emails and certificates; empty for none"),
    ),
    json,
  },
  Effect.fnUntraced(function* ({ id, json, ...flags }) {
    const { name, publicDownloads, language, brandName, logo, noLogo, ...texts } = flags;
    const uri = noLogo
      ? Option.some(null)
      : yield* Effect.transposeOption(Option.map(logo, readLogo));
    const branding = presentFlags({ name: brandName, logo: uri, ...texts });
    const change = {
      ...presentFlags({ name, publicDownloads, language }),
      ...(Object.keys(branding).length === 0 ? {} : { branding }),
    };
    const project = yield* callServer(caller, ({ projects }) => projects.update(id, change), {
      name: "--name",
      language: "--language",
      "branding.name": "--brand-name",
      "branding.logo": "--logo",
      "branding.primaryColor": "--primary-color",
      "branding.replyTo": "--reply-to",
      "branding.footer": "--footer",
    });
    yield* json ? printRecord(project, json) : printForPeople(project);
  }),
).pipe(
  describe("Change the name, the settings or the branding of a project", caller),
  Command.withExamples([
    { command: "paraph project update 0198c0de-… --brand-name Acme --logo acme.svg" },
  ]),
);

/** Reads a logo as a `data:` URI. The server checks that the bytes are of the type. */
const readLogo = Effect.fnUntraced(function* (file: string) {
  const fs = yield* FileSystem.FileSystem;
  const bytes = yield* fs
    .readFile(file)
    .pipe(Effect.mapError((error) => withFilePath(error, file)));
  const type = bytes[0] === 0x89 ? "image/png" : bytes[0] === 0xff ? "image/jpeg" : "image/svg+xml";
  return `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;
});

/** Prints a project with the URL of its logo, and without the bytes. */
function printForPeople({ branding, ...project }: { readonly branding: object }) {
  const fields = Object.entries(branding)
    .filter(([key]) => key !== "logo")
    .map(([key, value]) => [`branding.${key}`, value]);
  return printRecord({ ...project, ...Object.fromEntries(fields) }, false);
}

/** `paraph project`: the projects of an account. */
export const project = Command.make("project").pipe(
  describe("Manage the projects of an account", caller),
  Command.withSubcommands([
    createProject,
    listCommand(
      "list",
      { description: "List projects, newest first", caller, flags: {} },
      ({ projects }) => projects.list(),
      ({ projects }) => table(projects, ["id", "slug", "name", "createdAt", "updatedAt"]),
    ),
    recordCommand(
      "get",
      { description: "Show a project", caller, flags: { id } },
      ({ projects }, { id }) => projects.get(id),
      printForPeople,
    ),
    recordCommand(
      "rename",
      { description: "Rename a project; its slug stays", caller, flags: { id, name } },
      ({ projects }, { id, name }) => projects.update(id, { name }),
      printForPeople,
    ),
    updateProject,
    recordCommand(
      "delete",
      { description: "Delete a project; its keys stop working", caller, flags: { id } },
      ({ projects }, { id }) => projects.remove(id),
    ),
  ]),
);

const projectId = textFlag("project", "The project's id");

const createKey = recordCommand(
  "mint",
  {
    description: "Create a key of a project; it is shown once",
    caller,
    flags: {
      project: projectId,
      name: textFlag("name", `The name of the key; by default ${DEFAULT_KEY_NAME}`).pipe(
        Flag.withSchema(KeyName),
        Flag.withDefault(DEFAULT_KEY_NAME),
      ),
      idempotencyKey,
    },
  },
  ({ projects }, { project, name, idempotencyKey }) =>
    projects.mintKey(project, { name }, idempotencyKey),
).pipe(Command.withExamples([{ command: "paraph key mint --project 0198c0de-… --name CI" }]));

/** `paraph key`: the keys of a project. */
export const key = Command.make("key").pipe(
  describe("Create and revoke the keys of a project", caller),
  Command.withSubcommands([
    createKey,
    listCommand(
      "list",
      { description: "List the keys of a project", caller, flags: { project: projectId } },
      ({ projects }, { project }) => projects.listKeys(project),
      ({ keys }) => table(keys, ["id", "name", "prefix", "createdAt", "lastUsedAt", "revokedAt"]),
    ),
    recordCommand(
      "revoke",
      {
        description: "Revoke a key at once",
        caller,
        flags: { project: projectId, id: textArgument("id", "The key's id") },
      },
      ({ projects }, { project, id }) => projects.revokeKey(project, id),
    ),
  ]),
);
