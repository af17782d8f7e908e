import { readFileSync } from "node:fs";

import { assert, describe, it } from "@effect/vitest";
import { Schema } from "effect";

import { Lock, lockProblems, MAY_INSTALL } from "./lock_problems.ts";

const lock = Schema.decodeUnknownSync(Schema.fromJsonString(Lock))(
  readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8"),
);
const integrity = `sha512-${"a".repeat(86)}==`;
const problemsWith = (entry: (typeof Lock.Type)["packages"][string], place = "node_modules/x") =>
  lockProblems({ packages: { [place]: entry } });

describe("lockProblems()", () => {
  it("finds none in ours", () => assert.deepStrictEqual(lockProblems(lock), []));

  it.each([
    ["another place", { resolved: "git+ssh://git@github.com/a/b.git#1", integrity }],
    ["another registry", { resolved: "https://npm.example/x/-/x-1.0.0.tgz", integrity }],
    ["no hash", { version: "1.0.0" }],
    ["a weak hash", { version: "1.0.0", integrity: "sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=" }],
    ["a script", { integrity, hasInstallScript: true }],
    ["a dependency from git", { integrity, dependencies: { y: "github:a/b" } }],
    ["a dependency by address", { integrity, dependencies: { y: "https://a.example/b.tgz" } }],
    ["a dependency from a folder", { integrity, dependencies: { y: "file:../y" } }],
  ] as const)("finds %s", (_, entry) => assert.strictEqual(problemsWith(entry).length, 1));

  it.each([
    [
      "what the registry gave",
      { resolved: "https://registry.npmjs.org/x/-/x-1.0.0.tgz", integrity },
    ],
    ["what other platforms have", { optional: true, os: ["darwin"] }],
    [
      "ranges and other names",
      { integrity, dependencies: { a: "^1.2.3 || >=2", b: "npm:@c/d@1.0.0", e: "*" } },
    ],
  ] as const)("finds nothing wrong with %s", (_, entry) =>
    assert.deepStrictEqual(problemsWith(entry), []),
  );

  it("allows install scripts of the packages in package.json only", () => {
    const { allowScripts } = JSON.parse(
      readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
    );
    assert.deepStrictEqual(Object.keys(allowScripts), [...MAY_INSTALL]);
  });
});
