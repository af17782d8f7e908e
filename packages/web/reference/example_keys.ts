import { Context } from "effect";

/** The keys that the reference shows in its examples. */
export class ExampleKeys extends Context.Service<
  ExampleKeys,
  { readonly project: string; readonly account: string }
>()("@paraph/web/ExampleKeys") {}

/** The keys of servers whose keys are secret. */
export const PLACEHOLDER_KEYS: ExampleKeys["Service"] = {
  project: "svc_test_…",
  account: "svc_acct_…",
};

/**
 * The commands that set the variables of the examples.
 *
 * @param base The base URL of the API.
 */
export function exampleVariables(base: string, keys: ExampleKeys["Service"]): string {
  return [
    `export PARAPH_URL="${base}"`,
    `export PARAPH_API_KEY="${keys.project}"`,
    `export PARAPH_ACCOUNT_KEY="${keys.account}"`,
  ].join("\n");
}
