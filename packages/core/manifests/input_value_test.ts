import { assert, describe, it } from "@effect/vitest";
import { Result, Schema } from "effect";

import { DataType } from "./data_type.ts";
import { checkValue } from "./input_value.ts";

const kept = (dataType: DataType, value: unknown) =>
  Result.getOrElse(checkValue(dataType, value), (problem) => ({ problem }));
const refused = (dataType: DataType, value: unknown) =>
  Result.isFailure(checkValue(dataType, value));

describe("checkValue()", () => {
  it.prop("never throws, whatever it is given", [DataType, Schema.Json], ([dataType, value]) => {
    checkValue(dataType, value);
  });

  it.prop("keeps every finite number exactly as it reads", [Schema.Finite], ([number]) => {
    assert.strictEqual(Number(kept("currency", number)), number);
    assert.strictEqual(kept("currency", String(number)), String(number));
  });

  it("keeps decimals that no binary float can hold", () => {
    assert.strictEqual(kept("currency", "12345678901234567890.12"), "12345678901234567890.12");
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
  ])("refuses %j as a number", (value) => assert.isTrue(refused("number", value)));

  it.each([
    "2026-02-28",
    "2024-02-29",
    "2026-11-21T02:44",
    "2026-11-21T02:44:16Z",
    "2026-11-21T02:44:16.123456+05:30",
  ])("takes the date %s", (value) => {
    assert.strictEqual(kept("date", value), value);
    assert.strictEqual(kept("datetime", value), value);
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
  ])("refuses the date %j", (value) => assert.isTrue(refused("date", value)));

  it.each([
    [true, true],
    ["false", false],
  ])("reads %j as a boolean", (value, expected) =>
    assert.strictEqual(kept("boolean", value), expected),
  );

  it.each(["yes", 1, 0, "", "True"])("refuses %j as a boolean", (value) =>
    assert.isTrue(refused("boolean", value)),
  );

  it.each(["a@b.co", "Ada.Lovelace+x@sub.example.org", "jörg@exämple.de"])(
    "takes the address %s",
    (value) => assert.strictEqual(kept("email", value), value),
  );

  it.each(["a", "a@", "@b", "a b@c.d", "a@b@c.d", "a@b\r\nBcc: c@d.e", "<a@b.co>"])(
    "refuses the address %j",
    (value) => assert.isTrue(refused("email", value)),
  );

  it.each(["javascript:alert(1)", "data:text/html,x", "example.org", "//example.org", ""])(
    "refuses the URL %j",
    (value) => assert.isTrue(refused("url", value)),
  );

  it.each([
    "data:image/svg+xml;base64,AAAA",
    "data:image/png,AAAA",
    "file:///etc/passwd",
    "AAAA",
    "ftp://a/b",
  ])("refuses the image %j", (value) => assert.isTrue(refused("image", value)));

  it("takes 100 000 characters of text and no more", () => {
    assert.isFalse(refused("longtext", "x".repeat(100_000)));
    assert.isTrue(refused("longtext", "x".repeat(100_001)));
  });
});
