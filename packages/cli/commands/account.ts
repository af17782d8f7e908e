import { Command } from "effect/cli";

import { described } from "../described.ts";
import { accountCreate } from "./account_create.ts";
import { accountKey } from "./account_key.ts";
import { accountList } from "./account_list.ts";

/** `paraph account`: the accounts of a deployment. */
export const account = Command.make("account").pipe(
  described("Open accounts, which own projects, and mint their keys", "settings"),
  Command.withSubcommands([accountCreate, accountList, accountKey]),
);
