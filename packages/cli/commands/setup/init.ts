import { readVariable } from "@paraph/app/settings";
import { ProjectName } from "@paraph/core/projects";
import { Effect, Option } from "effect";
import { Command, Flag } from "effect/cli";

import { json, optIn, optionalText, textFlag } from "../../flags.ts";
import { readUrl, urlFlag } from "./profile.ts";

/** `paraph init`: a project with its keys in `.env`. */
export const init = Command.make(
  "init",
  {
    url: urlFlag,
    adminKey: optionalText(
      "admin-key",
      "The admin key of the server; by default SERVICE_ADMIN_KEY",
    ),
    name: textFlag("name", "The name of the project; by default that of the folder").pipe(
      Flag.withSchema(ProjectName),
      Flag.optional,
    ),
    force: optIn("force", "Replace the variables that .env contains"),
    json,
  },
  Effect.fnUntraced(function* ({ url, adminKey, ...options }) {
    const program = yield* Effect.promise(() => import("../../_programs/init.ts"));
    const key = Option.getOrElse(adminKey, () => "") || (yield* readVariable("SERVICE_ADMIN_KEY"));
    yield* program.init({
      ...options,
      url: yield* readUrl(url),
      adminKey: key === "" ? Option.none() : Option.some(key),
    });
  }),
).pipe(
  Command.withDescription(
    "Create an account, a project and keys, and write them to .env\n\n  With an admin key, the server creates the project. Without one, it is created in the database of\n  the server, DATA_DIR or DATABASE_URL.",
  ),
  Command.withShortDescription("Create a project, and write its URL and key to .env"),
  Command.withExamples([
    { command: "paraph init", description: "For a server in the same folder" },
    { command: "paraph init --url https://paraph.example --admin-key … --name Books" },
  ]),
);
