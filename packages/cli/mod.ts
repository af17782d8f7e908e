import { Command } from "effect/cli";

import { accountCreate } from "./commands/account_create.ts";
import { accountKey } from "./commands/account_key.ts";
import { accountList } from "./commands/account_list.ts";
import { demo } from "./commands/demo.ts";
import { key } from "./commands/key.ts";
import { migrate } from "./commands/migrate.ts";
import { org } from "./commands/org.ts";
import { project } from "./commands/project.ts";
import { render } from "./commands/render.ts";
import { serve } from "./commands/serve.ts";
import { signature } from "./commands/signature.ts";
import { template } from "./commands/template.ts";
import { verify } from "./commands/verify.ts";
import { webhook } from "./commands/webhook.ts";
import { worker } from "./commands/worker.ts";

const account = Command.make("account").pipe(
  Command.withDescription("Accounts, which own projects"),
  Command.withSubcommands([accountCreate, accountList, accountKey]),
);

/** The `paraph` command. */
export const paraph = Command.make("paraph").pipe(
  Command.withDescription("Templates to PDFs, PDFs to signatures"),
  Command.withSubcommands([
    serve,
    worker,
    migrate,
    org,
    account,
    project,
    key,
    template,
    signature,
    webhook,
    render,
    verify,
    demo,
  ]),
);
