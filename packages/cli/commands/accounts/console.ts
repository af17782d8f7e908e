import { Console, Effect } from "effect";
import { Command } from "effect/cli";

import { json, optIn } from "../../flags.ts";
import { printRecord } from "../../terminal/print.ts";

/** `paraph console`: signs in to the console of a server. */
export const consoleCommand = Command.make(
  "console",
  {
    account: optIn(
      "account",
      "Sign in with the account key, for all projects of the account and their keys",
    ),
    print: optIn("print", "Print the link without opening it"),
    json,
  },
  Effect.fnUntraced(function* ({ account, print, json }) {
    const program = yield* Effect.promise(() => import("../../_programs/console.ts"));
    const link = yield* program.createConsoleLink(account ? "account" : "project");
    if (json) return yield* printRecord(link, true);
    yield* Console.log(link.url);
    yield* Console.error(`It signs you in once, until ${link.expiresAt}`);
    if (!print) yield* program.openInBrowser(link.url);
    return undefined;
  }),
).pipe(
  Command.withDescription(
    "Sign in to the console\n\n  Prints a link that signs you in once, and opens it in your browser. Reads PARAPH_URL, PARAPH_API_KEY (a project key), with --account PARAPH_ACCOUNT_KEY (an account key)",
  ),
  Command.withShortDescription("Sign in to the console"),
  Command.withExamples([
    { command: "paraph console" },
    { command: "paraph console --account --print", description: "On a machine without a browser" },
  ]),
);
