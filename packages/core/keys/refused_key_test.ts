import { assert, describe, it } from "@effect/vitest";

import { DEMO_KEYS } from "./demo_keys.ts";
import { isKeyText } from "./key.ts";
import { refusedKeyMessage, UNKNOWN_KEY } from "./refused_key.ts";

const SECRET = "a".repeat(43);

describe("refusedKeyMessage()", () => {
  it.each([
    ["svc_acct_", "project", "test", /^An account key was sent\. Send a project key.*svc_test_/],
    ["svc_live_", "account", "test", /^A project key was sent\. Send an account key.*svc_acct_/],
    ["svc_test_", "account", "live", /^A project key was sent\. Send an account key.*svc_acct_/],
    ["svc_live_", "project", "test", /live environment.*svc_test_/],
    ["svc_test_", "project", "live", /test environment.*svc_live_/],
  ] as const)("%s where a %s key of %s is expected", (prefix, kind, env, message) =>
    assert.match(refusedKeyMessage(prefix + SECRET, kind, env), message),
  );

  it.each(["svc_test_", `svc_test_${SECRET}`, "svc_test_short", "svc_", "", "secret", "a.b.c"])(
    "does not distinguish %j from other unknown keys",
    (text) => assert.strictEqual(refusedKeyMessage(text, "project", "test"), UNKNOWN_KEY),
  );

  it("names the keys of the demo, which are well-formed", () => {
    for (const kind of ["project", "account"] as const) {
      assert.isTrue(isKeyText(DEMO_KEYS[kind], kind, "test"));
      assert.match(refusedKeyMessage(DEMO_KEYS[kind], kind, "test"), /only `paraph demo` accepts/);
    }
  });

  it("repeats nothing of the key", () => {
    for (const kind of ["project", "account"] as const) {
      for (const prefix of ["svc_live_", "svc_test_", "svc_acct_", ""]) {
        assert.notInclude(refusedKeyMessage(prefix + SECRET, kind, "test"), "aaa");
      }
    }
  });
});
