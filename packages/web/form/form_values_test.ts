import { assert, describe, it } from "@effect/vitest";
import { checkInputData, Manifest } from "@paraph/core/manifests";
import { Result, Schema } from "effect";

import { loopsOf, sectionsOf, toManifest } from "./browser/values/fields.ts";
import {
  type FormValues,
  type FormDefinition,
  toData,
  validateField,
  validateForm,
  EMPTY_ROW,
  insertRow,
  moveRow,
  progressOf,
  removeRow,
} from "./browser/values/form_values.ts";
import { prefilledValues } from "./browser/values/prefill.ts";
import { parseSavedValues, serializeValues } from "./browser/values/saved_values.ts";

const ENCODED_MANIFEST = {
  variables: [
    { key: "number", label: "Number", dataType: "text", required: true },
    { key: "customer.name", label: "Name", dataType: "text", required: true },
    { key: "customer.address.city", label: "City", dataType: "text" },
    { key: "rate", label: "Rate", dataType: "number", format: "percent" },
    { key: "total", label: "Total", dataType: "currency", format: "currency:EUR" },
    { key: "due", label: "Due", dataType: "date" },
    { key: "paid", label: "Paid", dataType: "boolean", required: true },
  ],
  loops: [
    {
      key: "items",
      label: "Items",
      itemFields: [
        { key: "what", label: "What", dataType: "text", required: true },
        { key: "price", label: "Price", dataType: "currency" },
      ],
    },
  ],
} as const;

const manifest = toManifest(ENCODED_MANIFEST);
const DEFINITION: FormDefinition = {
  manifest,
  fields: sectionsOf(manifest, null).flatMap(({ fields }) => fields),
  loops: loopsOf(manifest),
  separators: { group: ",", decimal: "." },
};

describe("sections", () => {
  it("group fields by the first part of their keys, after fields without a group", () => {
    const sections = sectionsOf(manifest, null).map(({ title, fields }) => [
      title,
      fields.map(({ key }) => key),
    ]);
    assert.deepEqual(sections, [
      [undefined, ["number", "rate", "total", "due", "paid"]],
      ["Customer", ["customer.name", "customer.address.city"]],
    ]);
    const units = sectionsOf(manifest, null).flatMap(({ fields }) => fields.map((f) => f.unit));
    assert.deepEqual(
      units.filter((unit) => unit !== undefined),
      ["%", "€"],
    );
  });

  it("have the labels of the integrator's catalog", () => {
    const namespaces = [{ key: "customer", label: "Who pays", variables: [] }];
    const catalog = { allowCustom: true, namespaces, loops: [] };
    assert.deepEqual(
      sectionsOf(manifest, catalog).map(({ title }) => title),
      [undefined, "Who pays"],
    );
  });
});

describe("form values", () => {
  const sampleValues: FormValues = {
    values: { number: "7", "customer.name": "Ada", rate: "19", total: "1,234.50", due: "" },
    loops: { items: [{ id: 4, values: { what: "Work", price: "0.10" } }] },
  };

  it("become nested data with exact decimals", () => {
    assert.deepEqual(toData(DEFINITION, sampleValues), {
      number: "7",
      customer: { name: "Ada" },
      rate: "0.19",
      total: "1234.50",
      paid: false,
      items: [{ what: "Work", price: "0.10" }],
    });
    assert.strictEqual(validateForm(DEFINITION, sampleValues).size, 0);
    assert.deepEqual(progressOf(DEFINITION, sampleValues), { filledCount: 3, all: 3 });
  });

  it("nest the rows of nested loops, also when prefilled and saved", () => {
    const price = { key: "price", label: "Price", dataType: "number", required: true } as const;
    const parts = { key: "parts", label: "Parts", itemFields: [price] };
    const items = { key: "items", label: "Items", itemFields: [price], loops: [parts] };
    const nested: Manifest = { variables: [], loops: [items] };
    const definition = { ...DEFINITION, manifest: nested, fields: [], loops: loopsOf(nested) };
    const data = { items: [{ price: "1", parts: [{ price: "2" }, { price: "3" }] }] };
    const filled = prefilledValues(definition, data);
    assert.deepEqual(toData(definition, filled), data);
    assert.deepEqual(progressOf(definition, filled), { filledCount: 3, all: 3 });
    const saved = serializeValues({ formValues: filled, submission: "s" });
    assert.deepEqual(parseSavedValues(definition, saved)?.formValues, filled);
    const wrong = prefilledValues(definition, { items: [{ price: "1", parts: [{}] }] });
    assert.deepEqual([...validateForm(definition, wrong).keys()], ["items.0.parts.0.price"]);
  });

  it("have the same problems by path as on the server", () => {
    const rows = [
      { id: 0, values: { what: "x" } },
      { id: 1, values: { price: "much" } },
    ];
    const wrong: FormValues = {
      values: { "customer.name": " ", total: "12,5", due: "2026-02-30" },
      loops: { items: rows },
    };
    assert.deepEqual(
      [...validateForm(DEFINITION, wrong)],
      [
        ["number", "Is required"],
        ["customer.name", "Is required"],
        ["total", "Expected a number"],
        ["due", "Expected a day that exists"],
        ["items.1.what", "Is required"],
        ["items.1.price", "Expected a number"],
      ],
    );
    for (const field of DEFINITION.fields) {
      const problem = validateField(field, wrong.values[field.key], DEFINITION.separators);
      assert.strictEqual(problem, validateForm(DEFINITION, wrong).get(field.key));
    }
  });

  it("are restored from storage, without values that are too long or no longer fit", () => {
    const long = "x".repeat(1_000_001);
    const values = { ...sampleValues.values, number: long, paid: true };
    const text = serializeValues({ formValues: { ...sampleValues, values }, submission: "k" });
    const { number: _, ...rest } = values;
    const savedValues = parseSavedValues(DEFINITION, text);
    assert.deepEqual(savedValues?.formValues.values, rest);
    assert.deepEqual(savedValues?.formValues.loops["items"]?.[0]?.values, {
      what: "Work",
      price: "0.10",
    });
    assert.strictEqual(savedValues?.submission, "k");
    for (const invalidText of ["", "null", "[]", '{"answers":{}}', '{"answers":{"values":1}}']) {
      assert.isUndefined(parseSavedValues(DEFINITION, invalidText));
    }
    const odd =
      '{"submission":"k","answers":{"values":{"paid":"yes","number":1},"loops":{"items":7}}}';
    assert.deepEqual(parseSavedValues(DEFINITION, odd)?.formValues, {
      values: {},
      loops: { items: [] },
    });
  });
});

describe("a prefill", () => {
  it("fills in valid values in the local format", () => {
    const prefill = {
      number: 42,
      customer: { name: "Ada" },
      "customer.address.city": "London",
      rate: 0.19,
      total: "1234567.5",
      due: "2026-12-24T10:00Z",
      paid: "true",
      items: [{ what: "Work", price: 12 }, "no row", { price: "no number" }],
    };
    const { values, loops } = prefilledValues(DEFINITION, prefill);
    assert.deepEqual(values, {
      number: "42",
      "customer.name": "Ada",
      "customer.address.city": "London",
      rate: "19",
      total: "1,234,567.5",
      due: "2026-12-24",
      paid: true,
    });
    assert.deepEqual(
      loops["items"]?.map((row) => row.values),
      [{ what: "Work", price: "12" }, {}],
    );
  });

  it.prop("never breaks a form", [Schema.Json], ([prefill]) => {
    const formValues = prefilledValues(DEFINITION, prefill);
    const data = toData(DEFINITION, formValues);
    return validateForm(DEFINITION, formValues).size === issueCount(data);
  });
});

function issueCount(data: Readonly<Record<string, unknown>>): number {
  const result = checkInputData(manifest, data);
  return Result.isFailure(result) ? result.failure.length : 0;
}

describe("toManifest()", () => {
  it.prop("returns the sent manifest", [Manifest], ([any]) => {
    const encodedManifest = Schema.encodeSync(Manifest)(any);
    assert.deepEqual(toManifest(encodedManifest), any);
  });
});

describe("rows", () => {
  const rows = [0, 1, 2].map((id) => ({ id, values: {} }));
  const ids = (some: ReadonlyArray<{ readonly id: number }>) => some.map(({ id }) => id);

  it("are added, removed and moved with stable ids", () => {
    assert.deepEqual(ids(insertRow(rows, EMPTY_ROW)), [0, 1, 2, 3]);
    assert.deepEqual(ids(insertRow(rows, EMPTY_ROW, 1)), [0, 3, 1, 2]);
    assert.deepEqual(ids(removeRow(rows, 1)), [0, 2]);
    assert.deepEqual(ids(moveRow(rows, 1, -1)), [1, 0, 2]);
    assert.deepEqual(ids(moveRow(rows, 1, 1)), [0, 2, 1]);
    assert.deepEqual(ids(moveRow(rows, 2, 1)), [0, 1, 2]);
    assert.deepEqual(ids(moveRow(rows, 9, 1)), [0, 1, 2]);
  });
});
