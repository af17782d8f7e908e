import { Command } from "effect/cli";

import { accountCreate } from "./commands/account_create.ts";
import { accountKey } from "./commands/account_key.ts";
import { demo } from "./commands/demo.ts";
import { migrate } from "./commands/migrate.ts";
import { render } from "./commands/render.ts";
import { serve } from "./commands/serve.ts";
import { worker } from "./commands/worker.ts";

const account = Command.make("account").pipe(
  Command.withDescription("Accounts, which own projects"),
  Command.withSubcommands([accountCreate, accountKey]),
);

/** The `paraph` command. */
export const paraph = Command.make("paraph").pipe(
  Command.withDescription("Templates to PDFs, PDFs to signatures"),
  Command.withSubcommands([serve, worker, migrate, account, render, demo]),
);
