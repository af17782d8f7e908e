import { assert, describe, it } from "@effect/vitest";
import { Option } from "effect";
import { Flag } from "effect/cli";

import { inFile, inputNames, fieldNames, renamedIssues } from "./input_names.ts";

describe("inputNames()", () => {
  const names = inputNames({
    "": inFile("--file", "body.json"),
    name: "--name",
    "recipients.0": '--signer "Ada"',
  });

  it("prefers the longest path, and gives places in files as JSON pointers", () => {
    assert.strictEqual(names("name"), "--name");
    assert.strictEqual(names("recipients.0.email"), '--signer "Ada"');
    assert.strictEqual(names("recipients.1.email"), "--file body.json at /recipients/1/email");
    assert.strictEqual(names("a/b.~"), "--file body.json at /a~1b/~0");
    assert.strictEqual(
      inputNames({ "": inFile("--data", "-") })("a"),
      "--data (standard input) at /a",
    );
    assert.strictEqual(inputNames({})("unknown.path"), "unknown.path");
  });

  it("merges the issues of one flag", () => {
    const fieldErrors = { "recipients.0.email": ["a"], "recipients.0.firstName": ["b"] };
    assert.deepStrictEqual(renamedIssues({ formErrors: [], fieldErrors }, names), {
      formErrors: [],
      fieldErrors: { '--signer "Ada"': ["a", "b"] },
    });
  });
});

describe("fieldNames()", () => {
  const flag = Flag.String("expires-at");
  const config = { one: Flag.optional(flag), two: Flag.atLeast(flag, 0), three: flag, nested: {} };

  it("finds the flag below optional, repeatable and mapped ones", () => {
    assert.deepStrictEqual(
      fieldNames({ ...config, four: Flag.map(flag, (text) => text) }, {}, { five: "--five" }),
      {
        one: "--expires-at",
        two: "--expires-at",
        three: "--expires-at",
        four: "--expires-at",
        five: "--five",
      },
    );
  });

  it("leaves fields of flags that are not set to the file", () => {
    const file = inFile("--file", "body.json");
    const input = { one: Option.none(), two: [], three: "x" };
    assert.deepStrictEqual(fieldNames(config, input, { "": file }), {
      three: "--expires-at",
      "": file,
    });
  });
});
