import { isKeyText } from "@paraph/core/keys";
import { Command } from "effect/cli";

/** Who calls a server: the variable that holds their key, what it may hold, and where keys come from. */
export interface Caller {
  readonly variable: string;
  readonly holds: string;
  readonly allowed: string;
  readonly isKey: (text: string) => boolean;
  readonly source: string;
  /** The field of a profile that holds it; absent: profiles do not. */
  readonly profileKey?: "apiKey" | "accountKey";
}

export const CALLERS = {
  project: {
    variable: "PARAPH_API_KEY",
    holds: "a project key",
    allowed: "a project key (svc_live_… or svc_test_…)",
    isKey: (text) => isKeyText(text, "project", "test") || isKeyText(text, "project", "live"),
    source: "`paraph key mint --project ID` creates one",
    profileKey: "apiKey",
  },
  account: {
    variable: "PARAPH_ACCOUNT_KEY",
    holds: "an account key",
    allowed: "an account key (svc_acct_…)",
    isKey: (text) => isKeyText(text, "account", "test"),
    source: "`paraph account create` creates an account, `paraph account key mint` another key",
    profileKey: "accountKey",
  },
  operator: {
    variable: "SERVICE_ADMIN_KEY",
    holds: "the operator's key",
    allowed: "the admin key of the deployment, at least 32 visible ASCII characters",
    isKey: (text) => /^[\x21-\x7e]{32,}$/.test(text),
    source: "start the server with the same key",
  },
} as const satisfies Readonly<Record<string, Caller>>;

export type CallerName = keyof typeof CALLERS;

/** The environment variables that a command reads. */
function variablesOf(caller: CallerName | "settings"): string {
  if (caller === "settings")
    return "the settings of the deployment, such as DATA_DIR and DATABASE_URL";
  const { variable, holds } = CALLERS[caller];
  return `PARAPH_URL, ${variable} (${holds})`;
}

/**
 * Describes a command, in the imperative, with the environment variables that it reads. Lists of commands
 * show only the description.
 *
 * @param caller Whose key the command calls the server with, or `settings` when it needs none.
 */
export function describe(text: string, caller: CallerName | "settings") {
  return <const Name extends string, Input, E, R, ContextInput>(
    command: Command.Command<Name, Input, ContextInput, E, R>,
  ): Command.Command<Name, Input, ContextInput, E, R> =>
    command.pipe(
      Command.withDescription(`${text}\n\n  Reads ${variablesOf(caller)}`),
      Command.withShortDescription(text),
    );
}
