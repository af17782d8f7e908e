import { assert, describe, it } from "@effect/vitest";
import { checkExpression, conditionProblem, scopeOf } from "@paraph/core/expressions";
import { parseCondition } from "@paraph/core/layouts";
import type { Manifest } from "@paraph/core/manifests";
import { Result, Schema } from "effect";

import { conditionWords } from "./browser/conditions/condition_dialog.ts";
import {
  type ConditionRow,
  operatorsOf,
  parseConditions,
  subjectTypeOf,
  takesValue,
  writeConditions,
} from "./browser/conditions/condition_rows.ts";

const MANIFEST: Manifest = {
  variables: [
    { key: "customer.name", label: "Customer", dataType: "text", required: true },
    { key: "total", label: "Total", dataType: "currency", required: true },
    { key: "due", label: "Due date", dataType: "date", required: true },
    { key: "paid", label: "Paid", dataType: "boolean", required: true },
    { key: "logo", label: "Logo", dataType: "image", required: true },
  ],
  loops: [
    {
      key: "items",
      label: "Items",
      itemFields: [{ key: "title", label: "Title", dataType: "text", required: true }],
    },
  ],
};
const KEYS = [...MANIFEST.variables, ...MANIFEST.loops].map(({ key }) => key);

/** What a row is made from. */
const Row = Schema.Struct({
  key: Schema.Literals(KEYS),
  operator: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 50 })),
  text: Schema.String,
  number: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 8999 })),
});

function rowFrom({ key, operator: position, text, number }: typeof Row.Type): ConditionRow {
  const operators = operatorsOf(key, MANIFEST);
  const operator = operators[position % operators.length] ?? "has";
  const values = {
    text,
    number: `${number - 5000}.5`,
    date: `${1000 + number}-01-31`,
    rows: String(number),
    boolean: "",
    other: "",
  };
  const value = values[subjectTypeOf(key, MANIFEST)];
  return { key, operator, value: takesValue(operator) ? value : "" };
}

describe("conditions", () => {
  it.prop(
    "are written as valid conditions, and read as they were chosen",
    [Schema.NonEmptyArray(Row), Schema.Boolean],
    ([seeds, isOr]) => {
      const rows = seeds.slice(0, 8).map(rowFrom);
      const join = isOr && rows.length > 1 ? "or" : "and";
      const text = writeConditions({ join, rows }, MANIFEST);
      const condition = parseCondition(text);
      if (condition.kind === "expression") {
        const checked = checkExpression(condition.source, scopeOf(MANIFEST));
        if (Result.isFailure(checked)) assert.fail(`${text}: ${checked.failure[0]?.message}`);
        assert.isUndefined(conditionProblem(checked.success.type));
      }
      assert.deepEqual(parseConditions(text, MANIFEST), { join, rows });
    },
  );

  it.each([
    ["total * 2 > 100"],
    ["total > 100 || paid && due == null"],
    ["unknown"],
    ["unknown > 1"],
    ["paid &&"],
    ["total > due"],
    ['customer.name == "a" ? true : false'],
  ])("does not choose %s", (text) => assert.isUndefined(parseConditions(text, MANIFEST)));

  it.each([
    ["", ""],
    ["items", "Items has rows"],
    ["paid", "Paid is yes"],
    ["total > 100 && !paid", "Total is more than 100 and Paid is no"],
    ['customer.name.startsWith("A")', "Customer starts with A"],
    ["total * 2 > 100", "total * 2 > 100"],
  ])("says %s in words", (text, words) =>
    assert.strictEqual(conditionWords(text, MANIFEST), words),
  );
});
