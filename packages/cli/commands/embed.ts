import { Command } from "effect/cli";

import { described } from "../described.ts";
import { embedCatalog } from "./embed_catalog.ts";
import { embedSession } from "./embed_session.ts";
import { embedSubmission } from "./embed_submission.ts";
import { embedTemplate } from "./embed_template.ts";

/** `paraph embed`: builder and forms inside of a partner's own app. */
export const embed = Command.make("embed").pipe(
  described("Embed the builder and forms in an app of yours", "project"),
  Command.withSubcommands([embedSession, embedCatalog, embedTemplate, embedSubmission]),
);
