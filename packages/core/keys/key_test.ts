import { assert, describe, it } from "@effect/vitest";
import { Schema } from "effect";

import { isKeyText, keyPrefix, ServiceEnv, displayPrefix } from "./key.ts";

const SECRET = "Aa0_-".repeat(9).slice(0, 43);
const Kind = Schema.Literals(["project", "account"]);

describe("isKeyText()", () => {
  it.prop(
    "accepts a key only for its kind and environment",
    [Kind, ServiceEnv, Kind, ServiceEnv],
    (values) => {
      const [kind, env, expectedKind, expectedEnv] = values;
      const belongs = kind === expectedKind && (kind === "account" || env === expectedEnv);
      assert.strictEqual(
        isKeyText(keyPrefix(kind, env) + SECRET, expectedKind, expectedEnv),
        belongs,
      );
    },
  );

  it.prop("rejects other text", [Schema.String], ([text]) => {
    assert.isFalse(isKeyText(text, "project", "test"));
    assert.isFalse(isKeyText(`svc_test_${text.slice(0, 42)}`, "project", "test"));
  });

  it.each(["\n", " ", "="])("refuses a secret that ends in %j", (end) => {
    assert.isFalse(isKeyText(`svc_test_${SECRET}${end}`, "project", "test"));
    assert.isFalse(isKeyText(`svc_test_${SECRET.slice(0, 42)}${end}`, "project", "test"));
  });
});

describe("displayPrefix()", () => {
  it("is the prefix and five characters of the secret", () => {
    assert.strictEqual(displayPrefix(`svc_acct_${SECRET}`, "account", "live"), "svc_acct_Aa0_-");
  });
});
