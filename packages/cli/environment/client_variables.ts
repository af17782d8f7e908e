/** A documented environment variable. */
export interface DocumentedVariable {
  readonly name: string;
  /** The default as Markdown; it begins with code if it is a value of the variable. */
  readonly fallback: string;
  /** Markdown. Links are relative to docs/cli. */
  readonly description: string;
}

const variable = (name: string, fallback: string, description: string): DocumentedVariable => ({
  name,
  fallback,
  description,
});

/** The environment variables of the CLI. Links are relative to docs/cli. */
export const CLIENT_VARIABLES: ReadonlyArray<DocumentedVariable> = [
  variable("PARAPH_URL", "`http://127.0.0.1:3000`", "The URL of the server."),
  variable(
    "PARAPH_API_KEY",
    "none",
    "A project key, for templates, renders, shares, signatures, webhooks, events and embedding.",
  ),
  variable(
    "PARAPH_ACCOUNT_KEY",
    "none",
    "An account key, for projects, their keys, copies of templates and the audit log.",
  ),
  variable(
    "PARAPH_PROFILE",
    "`default`",
    "The [profile](index.md#profiles) that provides a URL and keys that are not set.",
  ),
  variable("SERVICE_ADMIN_KEY", "none", "The admin key of the server, for organisations."),
];

/** Variables with the prefix `PARAPH_` of the Compose file and of an example. */
export const OTHER_VARIABLES: ReadonlyArray<string> = ["PARAPH_BIND", "PARAPH_EMBED_URL"];
