import { assert, describe, it } from "@effect/vitest";
import { Option, Schema } from "effect";

import { type Layout } from "../../layouts/mod.ts";
import { ManifestParts } from "../../manifests/mod.ts";
import { inferredManifest, embeddedManifest } from "./draft_manifest.ts";

const page = (...fields: ReadonlyArray<Schema.Json>): Layout => ({ schemas: [fields] });
const typesOf = (layout: Layout) =>
  Object.fromEntries(
    inferredManifest(layout).variables.map(({ key, dataType }) => [key, dataType]),
  );
const columnsOf = (field: Readonly<Record<string, Schema.Json>>) =>
  inferredManifest(page({ name: "rows", type: "table", ...field })).loops[0]?.itemFields.map(
    ({ key, label }) => [key, label],
  );

const isManifest = Schema.is(ManifestParts);
const Text = Schema.Literals([
  "a",
  "a.b",
  "a#2",
  "1x",
  "",
  "{c}",
  "{d|currency:EUR} {",
  "__proto__",
]);
const AnyField = Schema.Record(
  Schema.Literals([
    "name",
    "type",
    "content",
    "text",
    "readOnly",
    "columns",
    "head",
    "when",
    "totals",
  ]),
  Schema.Union([
    Text,
    Schema.Literals(["text", "table", "list", "image", "checkbox", "line", "multiVariableText"]),
    Schema.Boolean,
    Schema.Array(Schema.Union([Text, Schema.Json])),
    Schema.Json,
  ]),
);

describe("inferredManifest()", () => {
  it("has the keys of document information and of added PDFs", () => {
    const layout = {
      ...page(),
      title: "Invoice {number}",
      keywords: ["{due|date:long}"],
      append: [{ pdf: "", when: "foreign" }],
    };
    assert.deepEqual(typesOf(layout), { number: "text", due: "date", foreign: "boolean" });
  });

  it("derives data types from field types", () => {
    const types = ["text", "image", "signature", "checkbox", "date", "dateTime", "time", "qrcode"];
    const layout = page(...types.map((type) => ({ name: `${type}_field`, type })));
    assert.deepEqual(typesOf(layout), {
      text_field: "text",
      image_field: "image",
      signature_field: "image",
      checkbox_field: "boolean",
      date_field: "date",
      dateTime_field: "datetime",
      time_field: "text",
      qrcode_field: "text",
    });
  });

  it("ignores fields that show no value", () => {
    const layout = page(
      { name: "fixed", type: "text", content: "As it is", readOnly: true },
      { name: "rule", type: "line" },
      { name: "no key", type: "text" },
      { name: "greeting", type: "text", content: "Dear {name}" },
      { name: "words", type: "multiVariableText", text: "To {city}", content: '{"city":"Rome"}' },
      { name: "logo", type: "image", content: "{nothing}", readOnly: true },
    );
    assert.deepEqual(typesOf(layout), { name: "text", city: "text" });
  });

  it("finds all placeholders, typed by their format", () => {
    const layout = {
      basePdf: { staticSchema: [{ name: "foot", type: "text", content: "{page} {currentPage}" }] },
      ...page(
        {
          name: "Sum",
          type: "text",
          content: "{total|currency:EUR} {rate|percent} {day|date:long}",
        },
        {
          name: "rows",
          type: "table",
          columns: ["price"],
          head: ["In {unit}"],
          totals: { label: "Total {year}", columns: { price: "sum" } },
        },
        { name: "Only", type: "text", content: "x", readOnly: true, when: "paid", unless: "total" },
      ),
    };
    assert.deepEqual(typesOf(layout), {
      page: "text",
      total: "currency",
      rate: "number",
      day: "date",
      unit: "text",
      year: "text",
      paid: "boolean",
    });
  });

  it("derives loops from tables and lists, by their columns or headings", () => {
    assert.deepEqual(columnsOf({ columns: ["price", "qty"], head: ["Price in €", ""] }), [
      ["price", "Price in €"],
      ["qty", "Qty"],
    ]);
    assert.deepEqual(columnsOf({ head: ["Unit price", "Prénom", "価格", "Unit Price"] }), [
      ["unit_price", "Unit price"],
      ["prenom", "Prénom"],
      ["column_3", "価格"],
      ["column_4", "Unit Price"],
    ]);
    assert.deepEqual(columnsOf({ type: "list" }), [["text", "Text"]]);
    assert.isUndefined(columnsOf({ name: "a.b", columns: ["c"] }));
    assert.isUndefined(columnsOf({ readOnly: true, columns: ["c"] }));
  });

  it("limits the number of columns from headings", () => {
    const head = Array.from({ length: 100_000 }, (_, index) => `Heading ${index}`);
    assert.lengthOf(columnsOf({ head }) ?? [], 100);
  });

  it("prefers the definitions of a catalog", () => {
    const total = { key: "total", label: "Sum", dataType: "currency", required: true } as const;
    const loop = { key: "rows", label: "Positions", itemFields: [total] };
    const catalog = { variables: [total], loops: [loop] };
    const layout = page({ name: "total", type: "text" }, { name: "rows", type: "table" });
    assert.deepEqual(inferredManifest(layout, catalog), catalog);
    assert.deepEqual(inferredManifest({}, catalog), { variables: [], loops: [] });
  });

  it.prop("is a valid manifest for any fields", [Schema.Array(AnyField)], ([fields]) => {
    const manifest = inferredManifest({ schemas: [fields] });
    assert.isTrue(isManifest(manifest));
    const { variables, loops } = manifest;
    const keys = [...variables, ...loops].map(({ key }) => key);
    assert.strictEqual(new Set(keys).size, keys.length);
  });
});

describe("embeddedManifest()", () => {
  it("is the manifest of the builder, if it is valid", () => {
    const a = { key: "a", label: "A", dataType: "text" } as const;
    const result = embeddedManifest({ manifest: { variables: [a], loops: [] } });
    const { variables } = Option.getOrThrow(result);
    assert.deepEqual(variables, [{ ...a, required: false }]);
    for (const manifest of [
      null,
      [],
      { variables: [] },
      { variables: [{ key: "1" }], loops: [] },
    ]) {
      assert.strictEqual(embeddedManifest({ manifest })._tag, "None");
    }
  });
});
