import { DEFAULT_KEY_NAME, KeyName } from "@paraph/core/keys";
import { ProjectName } from "@paraph/core/projects";
import { Command, Flag } from "effect/cli";

import { describe } from "../../describe.ts";
import { idempotencyKey, presentFlags, textArgument, textFlag } from "../../flags.ts";
import { listCommand, recordCommand, table } from "../server_command.ts";

const caller = "account";
const id = textArgument("id", "The project's id");
const name = textFlag("name", "The name of the project").pipe(Flag.withSchema(ProjectName));

const createProject = recordCommand(
  "create",
  { description: "Create a project", caller, flags: { name, idempotencyKey } },
  ({ projects }, { name, idempotencyKey }) => projects.create({ name }, idempotencyKey),
).pipe(Command.withExamples([{ command: "paraph project create --name Books" }]));

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
    ),
    recordCommand(
      "rename",
      { description: "Rename a project; its slug stays", caller, flags: { id, name } },
      ({ projects }, { id, name }) => projects.update(id, { name }),
    ),
    recordCommand(
      "update",
      {
        description: "Change the name or the settings of a project",
        caller,
        flags: {
          id,
          name: name.pipe(Flag.optional),
          publicDownloads: Flag.Literals("public-downloads", ["on", "off"]).pipe(
            Flag.withDescription("Whether renders have a public downloadUrl"),
            Flag.map((value) => value === "on"),
            Flag.optional,
          ),
        },
      },
      ({ projects }, { id, ...change }) => projects.update(id, presentFlags(change)),
    ),
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
