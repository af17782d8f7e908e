import { assert, describe, it } from "@effect/vitest";
import { Result, Schema } from "effect";

import { DataType } from "./data_type.ts";
import { checkValue } from "./input_value.ts";

const valueOrProblem = (dataType: DataType, value: unknown) =>
  Result.getOrElse(checkValue(dataType, value), (problem) => ({ problem }));
const isRejected = (dataType: DataType, value: unknown) =>
  Result.isFailure(checkValue(dataType, value));

describe("checkValue()", () => {
  it.prop("never throws", [DataType, Schema.Json], ([dataType, value]) => {
    checkValue(dataType, value);
  });

  it.prop("preserves every finite number exactly", [Schema.Finite], ([number]) => {
    assert.strictEqual(Number(valueOrProblem("currency", number)), number);
    assert.strictEqual(valueOrProblem("currency", String(number)), String(number));
  });

  it("preserves decimals beyond the precision of floats", () => {
    assert.strictEqual(
      valueOrProblem("currency", "12345678901234567890.12"),
      "12345678901234567890.12",
    );
  });

  it.each([
    "",
    " ",
    "abc",
    "1e999",
    "NaN",
    "Infinity",
    "1,5",
    "0x10",
    "1 2",
    "--1",
    null,
    true,
    [],
    {},
  ])("rejects %j as a number", (value) => assert.isTrue(isRejected("number", value)));

  it.each([
    "2026-02-28",
    "2024-02-29",
    "2026-11-21T02:44",
    "2026-11-21T02:44:16Z",
    "2026-11-21T02:44:16.123456+05:30",
  ])("accepts the date %s", (value) => {
    assert.strictEqual(valueOrProblem("date", value), value);
    assert.strictEqual(valueOrProblem("datetime", value), value);
  });

  it.each([
    "2026-02-30",
    "2025-02-29",
    "2026-13-01",
    "2026-1-1",
    "21.11.2026",
    "2026-11-21T25:00",
    "now",
    5,
  ])("rejects the date %j", (value) => assert.isTrue(isRejected("date", value)));

  it.each([
    [true, true],
    ["false", false],
  ])("reads %j as a boolean", (value, expected) =>
    assert.strictEqual(valueOrProblem("boolean", value), expected),
  );

  it.each(["yes", 1, 0, "", "True"])("rejects %j as a boolean", (value) =>
    assert.isTrue(isRejected("boolean", value)),
  );

  it.each(["a@b.co", "Ada.Lovelace+x@sub.example.org", "jörg@exämple.de"])(
    "accepts the email address %s",
    (value) => assert.strictEqual(valueOrProblem("email", value), value),
  );

  it.each(["a", "a@", "@b", "a b@c.d", "a@b@c.d", "a@b\r\nBcc: c@d.e", "<a@b.co>"])(
    "rejects the email address %j",
    (value) => assert.isTrue(isRejected("email", value)),
  );

  it.each(["javascript:alert(1)", "data:text/html,x", "example.org", "//example.org", ""])(
    "rejects the URL %j",
    (value) => assert.isTrue(isRejected("url", value)),
  );

  it.each([
    "data:image/svg+xml;base64,AAAA",
    "data:image/png,AAAA",
    "file:///etc/passwd",
    "AAAA",
    "ftp://a/b",
  ])("rejects the image %j", (value) => assert.isTrue(isRejected("image", value)));

  it("accepts at most 100 000 characters of text", () => {
    assert.isFalse(isRejected("longtext", "x".repeat(100_000)));
    assert.isTrue(isRejected("longtext", "x".repeat(100_001)));
  });
});
