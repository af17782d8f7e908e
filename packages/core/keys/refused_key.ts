import { type KeyKind, keyPrefix, type ServiceEnv } from "./key.ts";

/** What a key is said to be that nothing is known of: never more than that. */
export const UNKNOWN_KEY = "The API key is unknown or revoked";

const OTHER_ENV = { live: "test", test: "live" } as const;

/**
 * Why a key is refused, as far as its prefix tells: it is of another kind or of another environment.
 * Unknown, malformed and revoked keys are one.
 *
 * @example A key of the other environment
 * ```ts
 * import { refusedKeyMessage } from "@paraph/core/keys";
 * import assert from "node:assert/strict";
 *
 * assert.match(refusedKeyMessage("svc_live_…", "project", "test"), /live environment/);
 * assert.match(refusedKeyMessage("svc_acct_…", "project", "test"), /account key/);
 * assert.equal(refusedKeyMessage("svc_test_…", "project", "test"), "The API key is unknown or revoked");
 * ```
 */
export function refusedKeyMessage(text: string, wanted: KeyKind, env: ServiceEnv): string {
  const expected = keyPrefix(wanted, env);
  if (text.startsWith(expected)) return UNKNOWN_KEY;
  const kind = kindOf(text);
  if (kind === undefined) return UNKNOWN_KEY;
  if (kind !== wanted) {
    const [sent, needed] =
      kind === "account" ? ["An account", "a project"] : ["A project", "an account"];
    return `${sent} key was sent. Send ${needed} key, which starts with ${expected}`;
  }
  return `The key belongs to the ${OTHER_ENV[env]} environment. Send a key that starts with ${expected}`;
}

/** The kind that a key's prefix names, in whichever environment. */
function kindOf(text: string): KeyKind | undefined {
  if (text.startsWith("svc_acct_")) return "account";
  return /^svc_(?:live|test)_/.test(text) ? "project" : undefined;
}
