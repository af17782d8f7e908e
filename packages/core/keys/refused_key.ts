import { DEMO_KEYS } from "./demo_keys.ts";
import { type KeyKind, keyPrefix, type ServiceEnv } from "./key.ts";

/** The same message for unknown, malformed and revoked keys, so that it reveals nothing. */
export const UNKNOWN_KEY = "The API key is unknown or revoked";

const DEMO_KEY =
  "This is a key of the demo, which only `paraph demo` accepts. Create a key for this server";

const OTHER_ENV = { live: "test", test: "live" } as const;

/**
 * The message for a rejected key. It names another kind or environment by the prefix of the key, and
 * does not distinguish unknown, malformed and revoked keys.
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
export function refusedKeyMessage(text: string, expectedKind: KeyKind, env: ServiceEnv): string {
  if (text === DEMO_KEYS[expectedKind]) return DEMO_KEY;
  const expected = keyPrefix(expectedKind, env);
  if (text.startsWith(expected)) return UNKNOWN_KEY;
  const kind = kindOf(text);
  if (kind === undefined) return UNKNOWN_KEY;
  if (kind !== expectedKind) {
    const [sentKind, neededKind] =
      kind === "account" ? ["An account", "a project"] : ["A project", "an account"];
    return `${sentKind} key was sent. Send ${neededKind} key, which starts with ${expected}`;
  }
  return `The key belongs to the ${OTHER_ENV[env]} environment. Send a key that starts with ${expected}`;
}

/** The kind of a key by its prefix, in any environment. */
function kindOf(text: string): KeyKind | undefined {
  if (text.startsWith("svc_acct_")) return "account";
  return /^svc_(?:live|test)_/.test(text) ? "project" : undefined;
}
