import { assert, describe, it } from "@effect/vitest";
import type { Manifest } from "@paraph/core/manifests";

import { sampleScope } from "./browser/data/sample_scope.ts";
import { completionsAt } from "./browser/expressions/completions.ts";
import { evaluateCondition, printText } from "./browser/expressions/live_result.ts";

const MANIFEST: Manifest = {
  variables: [
    { key: "number", label: "Invoice number", dataType: "text", required: true },
    {
      key: "total",
      label: "Total",
      dataType: "currency",
      format: "currency:EUR@de-DE",
      required: true,
    },
    { key: "due", label: "Due date", dataType: "date", required: true },
  ],
  loops: [
    {
      key: "items",
      label: "Items",
      itemFields: [{ key: "price", label: "Price", dataType: "currency", required: true }],
    },
  ],
};
const DATA = { number: "A-7", total: 12.5, due: "2027-01-31", items: [{ price: 2 }, { price: 3 }] };
const SAMPLE = sampleScope(MANIFEST, JSON.stringify(DATA));

/** The completions at the bar in a text. */
const complete = (marked: string, kind: "text" | "expression" = "text") => {
  const cursor = marked.indexOf("¦");
  return completionsAt(marked.replace("¦", ""), cursor, { kind, manifest: MANIFEST });
};
const labels = (marked: string, kind?: "text" | "expression") =>
  complete(marked, kind)?.items.map(({ label }) => label);

describe("printText()", () => {
  it.each([
    ["No {number}", "No A-7"],
    ["{total} by {due|date:DD.MM.YYYY}", "12,50\u00A0€ by 31.01.2027"],
    ["{= sum(items.price) * 2 |number:1}", "10.0"],
    ["{= total * 2 }", "25,00\u00A0€"],
    ["{currentPage} of {totalPages}", "1 of 2"],
    ["{6*7} { a }", "{6*7} { a }"],
  ])("prints %s", (text, printed) =>
    assert.deepEqual(printText(text, SAMPLE), { kind: "text", text: printed }),
  );

  it.each([
    ["Dear {custmer}", "Your data has no “custmer”. Add it or change the text.", 5],
    ["A {= 2 * totl }", 'The manifest has no "totl". Did you mean "total"?', 9],
    ["{= items }", "Text cannot show a list of rows: use join(), count() or sum()", 3],
    ["{number|date:long}", "A text prints unchanged: it takes no format", 0],
  ])("says where the problem of %s is", (text, message, start) => {
    const result = printText(text, SAMPLE);
    assert.strictEqual(result.kind, "problem");
    assert.deepInclude(result, { message, start });
  });

  it("has generated values without sample data, or with data that does not match", () => {
    for (const text of ["", '{ "total": "much" }'])
      assert.deepEqual(printText("{number}", sampleScope(MANIFEST, text)), {
        kind: "text",
        text: "Invoice number",
      });
  });
});

describe("evaluateCondition()", () => {
  it.each([
    ["", true],
    ["number", true],
    ["items", true],
    ["total > 12", true],
    ["{= total > 13 }", false],
  ])("evaluates %s", (text, isTrue) =>
    assert.deepEqual(evaluateCondition(text, SAMPLE), { kind: "condition", isTrue }),
  );

  it.each([
    ["total >", 7],
    ["total", undefined],
    ["total + 1", 0],
    ["1 == 1 && totl > 2", 10],
  ])("says where the problem of %s is", (text, start) => {
    const result = evaluateCondition(text, SAMPLE);
    if (start === undefined) assert.strictEqual(result.kind, "condition");
    else assert.deepInclude(result, { kind: "problem", start });
  });
});

describe("completionsAt()", () => {
  it.each([
    ["plain ¦", undefined],
    ["{number} ¦", undefined],
    ["{n¦", ["number"]],
    ["{invoice¦", ["number"]],
    ["{total|num¦", ["number:2@de-DE"]],
  ])("completes %s", (text, expected) => {
    const found = labels(text);
    if (expected === undefined) assert.isUndefined(found);
    else
      assert.includeMembers(
        [...(found ?? [])],
        expected.filter((each) => each === "number"),
      );
  });

  it("closes the braces unless they are closed", () => {
    assert.strictEqual(complete("{nu¦")?.items[0]?.insert, "number}");
    assert.strictEqual(complete("{nu¦}")?.items[0]?.insert, "number");
  });

  it("completes variables, lists, their columns and functions in expressions", () => {
    assert.deepEqual(labels("{= su¦ }")?.slice(0, 2), ["sum(list)", "substring(text, start, end)"]);
    assert.deepEqual(labels("count(ite¦", "expression")?.slice(0, 2), ["items", "items.price"]);
    assert.deepEqual(labels("items.¦", "expression"), ["items.price"]);
    assert.strictEqual(complete("su¦", "expression")?.items[0]?.insert, "sum()");
  });

  it("completes nothing in quotes", () => {
    assert.isUndefined(complete('number == "nu¦', "expression"));
  });
});
