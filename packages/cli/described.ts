import { Command } from "effect/cli";

/** Environment variables that a command reads. */
const CALLERS = {
  project: "PARAPH_URL, PARAPH_API_KEY (a project key)",
  account: "PARAPH_URL, PARAPH_ACCOUNT_KEY (an account key)",
  operator: "PARAPH_URL, SERVICE_ADMIN_KEY (the operator's key)",
  settings: "the settings of the deployment, such as DATA_DIR and DATABASE_URL",
} as const;

/**
 * Says what a command does, in the imperative, and which environment variables it needs for that. Lists of
 * commands show only the former.
 *
 * @param caller Whose key the command calls the server with, or `settings` when it needs none.
 */
export function described(text: string, caller: keyof typeof CALLERS) {
  return <const Name extends string, Input, E, R, ContextInput>(
    command: Command.Command<Name, Input, ContextInput, E, R>,
  ): Command.Command<Name, Input, ContextInput, E, R> =>
    command.pipe(
      Command.withDescription(`${text}\n\n  Reads ${CALLERS[caller]}`),
      Command.withShortDescription(text),
    );
}
