import { assert, describe, it } from "@effect/vitest";
import { indexManifest } from "@paraph/core/layouts";
import type { Manifest } from "@paraph/core/manifests";

import { isShownAt, sampleContent, sectionContent } from "./browser/canvas/sample_contents.ts";
import { insideSection, type SamplePlace } from "./browser/data/sample_place.ts";
import { sampleScope } from "./browser/data/sample_scope.ts";

const AMOUNT = { dataType: "currency", required: true } as const;
const MANIFEST: Manifest = {
  variables: [{ key: "opening", label: "Opening balance", ...AMOUNT }],
  loops: [
    {
      key: "customers",
      label: "Customers",
      itemFields: [{ key: "name", label: "Name", dataType: "text", required: true }],
      loops: [
        {
          key: "orders",
          label: "Orders",
          itemFields: [{ key: "amount", label: "Amount", ...AMOUNT }],
        },
      ],
    },
  ],
};
const DATA = {
  opening: 10,
  customers: [
    { name: "Ada", orders: [{ amount: 1.5 }, { amount: 2 }] },
    { name: "Grace", orders: [] },
  ],
};
const TOP: SamplePlace = {
  index: indexManifest(MANIFEST),
  data: sampleScope(MANIFEST, JSON.stringify(DATA)).data,
};
const CUSTOMER = insideSection("customers", TOP);
const text = (name: string) => ({ name, type: "text" });

describe("the contents of fields on the canvas", () => {
  it("have sample values, or are as they are written", () => {
    assert.strictEqual(sampleContent(text("a"), "From {opening}", TOP), "From 10.00");
    assert.strictEqual(sampleContent(text("a"), "From {unknown}", TOP), "From {unknown}");
    assert.strictEqual(
      sampleContent(text("a"), "data:image/svg+xml,{}", TOP),
      "data:image/svg+xml,{}",
    );
  });

  it("are of the first row in a section, also of nested loops", () => {
    assert.strictEqual(sectionContent(text("customers.name"), "", CUSTOMER), "Ada");
    const total = "{= sum(customers.orders.amount) }";
    assert.strictEqual(sectionContent(text("Total"), total, CUSTOMER), "3.50");
    const order = insideSection("customers.orders", CUSTOMER);
    assert.strictEqual(sectionContent(text("customers.orders.amount"), "", order), "1.50");
    assert.strictEqual(insideSection("Details", TOP), TOP);
  });

  it("are hidden by conditions that do not hold", () => {
    assert.isTrue(isShownAt({}, TOP));
    assert.isTrue(isShownAt({ when: "opening > 5", unless: "opening > 10" }, TOP));
    assert.isFalse(isShownAt({ when: "opening > 10" }, TOP));
    assert.isFalse(isShownAt({ unless: "customers.orders" }, CUSTOMER));
    assert.isTrue(isShownAt({ when: "unknown" }, TOP));
  });

  it("are of the first row in the cells of a table, with its running total", () => {
    const table = { name: "customers.orders", type: "table" };
    const cells = [["Amount", "{= opening + running(row.amount) }"]];
    assert.strictEqual(
      sampleContent(table, JSON.stringify(cells), CUSTOMER),
      JSON.stringify([["Amount", "11.50"]]),
    );
    assert.strictEqual(sampleContent(table, "{broken", CUSTOMER), "{broken");
  });
});
