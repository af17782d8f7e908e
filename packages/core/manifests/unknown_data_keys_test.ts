import { assert, describe, it } from "@effect/vitest";
import { Arbitrary, Schema } from "effect";

import type { Manifest } from "./manifest.ts";
import { unknownDataKeys } from "./unknown_data_keys.ts";

const text = (key: string) => ({ key, label: key, dataType: "text", required: false }) as const;
const MANIFEST: Manifest = {
  variables: [text("customer.name"), text("customer.address.city"), text("note")],
  loops: [{ key: "items", label: "Items", itemFields: [text("price"), text("unit.name")] }],
};
const warnings = (data: Readonly<Record<string, unknown>>) =>
  unknownDataKeys(MANIFEST, data).map(({ path, message }) => `${path}: ${message}`);
const didYouMean = (key: string) => `Not in the manifest. Did you mean "${key}"?`;

describe("unknownDataKeys()", () => {
  it("accepts keys of the manifest, nested or dotted, null or missing", () => {
    assert.deepEqual(
      warnings({
        customer: { name: "Ada", address: { city: "London" } },
        "customer.name": "Ada",
        note: null,
        items: [{ price: 1, unit: { name: "kg" } }, { "unit.name": "kg" }, null, "row"],
      }),
      [],
    );
    assert.deepEqual(warnings({ customer: null, items: null }), []);
  });

  it("suggests the nearest key of the manifest", () => {
    assert.deepEqual(
      warnings({
        custmer: { name: "Ada" },
        customer: { nmae: "Ada", address: { ctiy: "London" }, age: 3 },
        "customer.naem": "Ada",
        items: [{ price: 1 }, { prcie: 1, unit: { nmae: "kg" } }],
      }),
      [
        `custmer: ${didYouMean("customer")}`,
        `customer.nmae: ${didYouMean("customer.name")}`,
        `customer.address.ctiy: ${didYouMean("customer.address.city")}`,
        "customer.age: Not in the manifest",
        `customer.naem: ${didYouMean("customer.name")}`,
        `items.1.prcie: ${didYouMean("items.price")}`,
        `items.1.unit.nmae: ${didYouMean("items.unit.name")}`,
      ],
    );
  });

  it("lists a key of many rows once, and a value where a group is expected", () => {
    const rows = Array.from({ length: 1000 }, () => ({ colour: "red" }));
    assert.deepEqual(warnings({ customer: "Ada", items: rows }), [
      "customer: Not in the manifest",
      "items.0.colour: Not in the manifest",
    ]);
  });

  it("lists at most twenty keys", () => {
    const keys = Array.from({ length: 100_000 }, (_, index) => [`k${index}`, 1] as const);
    const issues = unknownDataKeys(MANIFEST, Object.fromEntries(keys));
    assert.strictEqual(issues.length, 21);
    assert.strictEqual(issues.at(-1)?.message, "More unknown keys are not listed");
    const [long] = unknownDataKeys(MANIFEST, { ["x".repeat(100_000)]: 1 });
    assert.strictEqual(long?.path.length, 200);
  });

  const Hostile = Arbitrary.schema(Schema.Record(Schema.String, Schema.Json));
  it.prop("never throws", [Hostile], ([data]) => {
    unknownDataKeys(MANIFEST, data);
  });
});
