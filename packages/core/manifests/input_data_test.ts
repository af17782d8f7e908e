import { assert, describe, it } from "@effect/vitest";
import { Arbitrary, Result, Schema } from "effect";

import type { DataType } from "./data_type.ts";
import { checkInputData, MAX_NESTED_ROWS, MAX_ROWS } from "./input_data.ts";
import type { Manifest } from "./manifest.ts";

const variable = (key: string, dataType: DataType = "text", required = false) => ({
  key,
  label: key,
  dataType,
  required,
});
const INVOICE: Manifest = {
  variables: [
    variable("customer.name", "text", true),
    variable("total", "currency"),
    variable("note"),
  ],
  loops: [
    {
      key: "items",
      label: "Items",
      itemFields: [variable("name", "text", true), variable("price", "currency", true)],
    },
  ],
};

const problems = (data: Readonly<Record<string, unknown>>, manifest = INVOICE) => {
  const result = checkInputData(manifest, data);
  return Result.isFailure(result) ? result.failure.map(({ path }) => path) : [];
};
const values = (data: Readonly<Record<string, unknown>>, manifest = INVOICE) =>
  Result.getOrThrow(checkInputData(manifest, data)).values;

describe("checkInputData()", () => {
  it("reports every problem with its path", () => {
    const data = { total: "much", items: [{ name: "A", price: 1 }, { price: "x" }, "row"] };
    assert.sameMembers(
      [...problems(data)],
      ["customer.name", "total", "items.1.name", "items.1.price", "items.2"],
    );
  });

  it("rejects image bytes that are neither PNG nor JPEG, also in rows", () => {
    const manifest: Manifest = {
      variables: [variable("logo", "image"), variable("seal", "image")],
      loops: [{ key: "items", label: "Items", itemFields: [variable("photo", "image")] }],
    };
    const png =
      "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    const text = "data:image/png;base64,aGVsbG8gd29ybGQ=";
    const data = { logo: png, seal: text, items: [{ photo: png }, { photo: text }] };
    assert.deepStrictEqual(problems(data, manifest), ["seal", "items.1.photo"]);
  });

  it("accepts a literal dotted key, and prefers the nested one", () => {
    assert.strictEqual(values({ "customer.name": "Dot" })["customer.name"], "Dot");
    const both = { "customer.name": "Dot", customer: { name: "Nested" } };
    assert.strictEqual(values(both)["customer.name"], "Nested");
  });

  it("drops keys that are not in the manifest, and stores null for missing values", () => {
    const data = { customer: { name: "A", age: 3 }, extra: 1, items: null };
    assert.deepStrictEqual(Result.getOrThrow(checkInputData(INVOICE, data)), {
      values: { "customer.name": "A", total: null, note: null },
      loops: { items: [] },
    });
  });

  it("ignores inherited properties", () => {
    const manifest = { variables: [variable("toString"), variable("valueOf.name")], loops: [] };
    assert.deepStrictEqual(values({}, manifest), { toString: null, "valueOf.name": null });
    const hostile: Record<string, unknown> = JSON.parse(
      `{"__proto__":{"note":"x"},"customer":{"name":"A"}}`,
    );
    assert.strictEqual(values(hostile)["note"], null);
  });

  it("limits the number of rows", () => {
    const rows = Array.from({ length: MAX_ROWS + 1 }, () => ({ name: "A", price: "1" }));
    assert.deepStrictEqual(problems({ customer: { name: "A" }, items: rows }), ["items"]);
    assert.deepStrictEqual(problems({ customer: { name: "A" }, items: rows.slice(1) }), []);
  });

  it("limits the number of reported problems", () => {
    const rows = Array.from({ length: MAX_ROWS }, () => ({}));
    assert.strictEqual(problems({ items: rows }).length, 1_001);
  });

  const Hostile = Arbitrary.schema(Schema.Record(Schema.String, Schema.Json));
  it.prop("never throws, and returns exactly the keys of the manifest", [Hostile], ([data]) => {
    const result = checkInputData(INVOICE, data);
    if (Result.isSuccess(result)) {
      assert.sameMembers(Object.keys(result.success.values), ["customer.name", "total", "note"]);
    }
  });

  it("checks the rows of nested loops, and limits their number", () => {
    const manifest: Manifest = {
      variables: [],
      loops: [
        {
          key: "orders",
          label: "Orders",
          itemFields: [variable("number", "text", true)],
          loops: [
            { key: "items", label: "Items", itemFields: [variable("price", "currency", true)] },
          ],
        },
      ],
    };
    const order = (items: unknown) => ({ number: "1", items });
    const { loops } = Result.getOrThrow(
      checkInputData(manifest, { orders: [order([{ price: "0.10" }]), order(null)] }),
    );
    assert.deepStrictEqual(loops["orders"], [
      { number: "1", items: [{ price: "0.10" }] },
      { number: "1", items: [] },
    ]);
    const orders = [order("no list"), order([{ price: "x" }, 7]), { items: [{}] }];
    assert.deepStrictEqual(problems({ orders }, manifest), [
      "orders.0.items",
      "orders.1.items.0.price",
      "orders.1.items.1",
      "orders.2.number",
      "orders.2.items.0.price",
    ]);
    const rows = Array.from({ length: MAX_ROWS }, () => ({ price: 1 }));
    const many = Array.from({ length: MAX_NESTED_ROWS / MAX_ROWS + 3 }, () => order(rows));
    assert.deepStrictEqual(problems({ orders: many.slice(3) }, manifest), []);
    assert.deepStrictEqual(problems({ orders: many }, manifest), ["orders.10.items"]);
  });
});
