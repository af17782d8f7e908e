import { assert, describe, it } from "@effect/vitest";
import { BUSINESS_TERMS, checkEinvoice, type Einvoice } from "@paraph/core/einvoices";
import type { Manifest } from "@paraph/core/manifests";

import { SUBJECT_NAMES } from "./browser/invoice/invoice_sections.ts";
import { suggestMapping } from "./browser/invoice/suggest_mapping.ts";
import { checkSample, termProblems } from "./browser/invoice/term_problems.ts";

const variable = (key: string, label: string, dataType: "text" | "date" | "currency" = "text") => ({
  key,
  label,
  dataType,
  required: true,
});
const MANIFEST: Manifest = {
  variables: [
    variable("invoice.number", "Invoice number"),
    variable("invoice.date", "Date", "date"),
    variable("customer.name", "Customer"),
    variable("customer.countryCode", "Country"),
    variable("total", "Total", "currency"),
  ],
  loops: [
    {
      key: "items",
      label: "Items",
      itemFields: [
        { key: "title", label: "Title", dataType: "text", required: true },
        { key: "quantity", label: "Quantity", dataType: "number", required: true },
        { key: "unitPrice", label: "Unit price", dataType: "currency", required: true },
      ],
    },
  ],
};
const SELLER = {
  "BT-3": { value: "380" },
  "BT-5": { value: "EUR" },
  "BT-20": { value: "14 days net" },
  "BT-27": { value: "Acme GmbH" },
  "BT-31": { value: "DE123456789" },
  "BT-40": { value: "DE" },
  "BT-130": { value: "C62" },
  "BT-151": { value: "S" },
  "BT-152": { value: "19" },
};

describe("the form of electronic invoices", () => {
  it("has every term once, apart from files", () => {
    const terms = [...BUSINESS_TERMS.values()].filter(({ type }) => type !== "attachment");
    assert.deepEqual(
      terms.filter(({ id }) => !SUBJECT_NAMES.has(id)),
      [],
    );
  });

  it("suggests sources by name, which complete a mapping", () => {
    const map = suggestMapping(SELLER, MANIFEST);
    assert.deepInclude(map, {
      "BT-1": "invoice.number",
      "BT-2": "invoice.date",
      "BT-44": "customer.name",
      "BT-55": "customer.countryCode",
      "BG-25": "items",
      "BT-129": "quantity",
      "BT-146": "unitPrice",
      "BT-153": "title",
    });
    assert.deepEqual(checkEinvoice({ profile: "en16931", map }, MANIFEST), []);
    assert.deepEqual(suggestMapping(map, MANIFEST), map);
  });

  it("says problems in words for people", () => {
    const einvoice: Einvoice = {
      profile: "basic",
      map: {
        ...suggestMapping(SELLER, MANIFEST),
        "BT-2": "total",
        "BT-9": "invoice.due",
        "BT-11": { value: "Bridge" },
      },
    };
    assert.deepEqual(
      [...termProblems(einvoice, MANIFEST)],
      [
        ["BT-2", "This needs another kind of value: Date, Date and time."],
        ["BT-9", "Your data has no “invoice.due”."],
        ["BT-11", "The profile Basic does not have this. Choose EN 16931."],
      ],
    );
    const empty = termProblems({ profile: "en16931", map: {} }, MANIFEST);
    assert.strictEqual(empty.get("BG-25"), "Choose the list with the lines of the invoice.");
    assert.strictEqual(empty.get("BT-1"), "Choose where this comes from.");
    assert.match(
      empty.get("BT-29") ?? "",
      /^Choose where one of these comes from: Seller identifier, /,
    );
  });

  it("checks the sample data by the rules of the standard", () => {
    const einvoice = { profile: "en16931", map: suggestMapping(SELLER, MANIFEST) } as const;
    const sample = {
      invoice: { number: "7", date: "2027-01-31" },
      customer: { name: "Ada", countryCode: "DE" },
      total: 119,
      items: [{ title: "Work", quantity: 2, unitPrice: 50 }],
    };
    const check = (data: Readonly<Record<string, unknown>> | undefined) =>
      checkSample(einvoice, MANIFEST, data);
    assert.deepInclude(check(sample), { kind: "checked", count: 0 });
    const abroad = check({ ...sample, customer: { name: "Ada", countryCode: "Germany" } });
    assert.deepInclude(abroad, { kind: "checked", count: 1 });
    assert.match(
      abroad.kind === "checked" ? (abroad.problems.get("BT-55") ?? "") : "",
      /\(BR-CL-14\)$/,
    );
    assert.deepEqual(check({ total: "much" }), { kind: "invalid" });
    assert.deepEqual(check(undefined), { kind: "none" });
  });
});
