import { assert, describe, it } from "@effect/vitest";
import { Result } from "effect";

import { parsePostgresUrl } from "./postgres_url.ts";

describe("parsePostgresUrl()", () => {
  it("gives a URL for each host", () => {
    const url =
      "postgres://me:p%2C@a:5433,b,[::1]:5434/x?sslmode=require&target_session_attrs=primary";
    assert.deepStrictEqual(Result.getOrThrow(parsePostgresUrl(url, "primary")), [
      "postgres://me:p%2C@a:5433/x?sslmode=require",
      "postgres://me:p%2C@b/x?sslmode=require",
      "postgres://me:p%2C@[::1]:5434/x?sslmode=require",
    ]);
  });

  it.each(["postgres://me:pass@db:5432/paraph", "postgresql:///x?host=/run/postgresql"])(
    "does not change %j, which has one host",
    (url) => assert.deepStrictEqual(Result.getOrThrow(parsePostgresUrl(url, "replica")), [url]),
  );

  it.each([
    ["mysql://a/x", /starts with postgres:/],
    ["a,b", /starts with postgres:/],
    ["postgres://a:x,b/y", /starts with postgres:/],
    ["postgres://a,/y", /starts with postgres:/],
    ["postgres://a/x?target_session_attrs=standby", /one of any, read-write, primary/],
  ])("refuses %j", (url, allowed) => {
    assert.match(Result.getOrThrow(Result.flip(parsePostgresUrl(url, "primary"))), allowed);
  });
});
