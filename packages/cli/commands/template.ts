import { Command } from "effect/cli";

import { templateCopy } from "./template_copy.ts";
import { templateDelete } from "./template_delete.ts";
import { templateDiff } from "./template_diff.ts";
import { templateGet } from "./template_get.ts";
import { templateList } from "./template_list.ts";
import { templatePreview } from "./template_preview.ts";
import { templatePull } from "./template_pull.ts";
import { templatePush } from "./template_push.ts";
import { templateValidate } from "./template_validate.ts";
import { templateVersions } from "./template_versions.ts";

/** `paraph template`: the templates of a project, and those kept in folders. */
export const template = Command.make("template").pipe(
  Command.withDescription(
    "Manage templates\n\n  Reads PARAPH_URL, PARAPH_API_KEY (a project key); copy: PARAPH_ACCOUNT_KEY (an account key)",
  ),
  Command.withShortDescription("Manage templates"),
  Command.withSubcommands([
    templateList,
    templateGet,
    templateVersions,
    templateDelete,
    templateCopy,
    templatePush,
    templatePull,
    templateDiff,
    templateValidate,
    templatePreview,
  ]),
);
