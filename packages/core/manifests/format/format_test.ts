import { assert, describe, it } from "@effect/vitest";
import { Result, Schema } from "effect";

import { formatProblem, parseFormat } from "./format.ts";

describe("parseFormat()", () => {
  it.each([
    "currency:EUR",
    "currency:JPY@ja-JP",
    "number",
    "number:2",
    "percent",
    "percent:1@de-DE",
    "date:long",
  ])("accepts %s", (text) => assert.isTrue(Result.isSuccess(parseFormat(text))));

  it.each([
    "",
    "euro",
    "currency",
    "currency:eur",
    "currency:EURO",
    "currency:EUR@not a locale",
    "currency:EUR@",
    "number:21",
    "number:-1",
    "date",
    "date:",
    "date:toString",
    "date:nonsense",
    "date:///",
    "__proto__",
  ])("rejects %j", (text) => assert.isTrue(Result.isFailure(parseFormat(text))));

  it.prop("never throws", [Schema.String], ([text]) => Result.isResult(parseFormat(text)));
});

describe("formatProblem()", () => {
  it("requires a format that matches the data type", () => {
    assert.isUndefined(formatProblem("date:DD/MM/YYYY", "date"));
    assert.isUndefined(formatProblem("number:0", "currency"));
    assert.isDefined(formatProblem("date:long", "number"));
    assert.isDefined(formatProblem("percent", "datetime"));
  });

  it("ignores the format of text", () => {
    assert.isUndefined(formatProblem("anything", "text"));
  });
});
