import { assert, describe, it } from "@effect/vitest";
import {
  checkLayout,
  generateLayout,
  indexManifest,
  type Layout,
  withPageDefaults,
} from "@paraph/core/layouts";
import type { Manifest } from "@paraph/core/manifests";
import { Result } from "effect";

import { definitionsFrom, usedKeys } from "./browser/data/definitions.ts";
import type { Design, DesignField } from "./browser/design/design.ts";
import { isSameDesign, withPages } from "./browser/design/design.ts";
import { repairDesign } from "./browser/design/repair_design.ts";
import {
  EMPTY_DESIGN,
  manifestOf,
  parseLayout,
  toLayout,
  suggestManifest,
} from "./browser/design/saved_layout.ts";
import { importText } from "./browser/template/import_pdfme_dialog.ts";

const variable = (key: string, dataType: Manifest["variables"][number]["dataType"]) => ({
  key,
  label: `The ${key}`,
  dataType,
  required: true,
});
const MANIFEST: Manifest = {
  variables: [
    variable("customer.name", "text"),
    variable("logo", "image"),
    variable("due", "date"),
  ],
  loops: [
    {
      key: "items",
      label: "Items",
      itemFields: [variable("title", "text"), variable("price", "currency")],
    },
  ],
};
const DEFINITIONS = definitionsFrom(null, MANIFEST);
const INDEX = indexManifest(MANIFEST);
const GENERATED_LAYOUT = generateLayout(MANIFEST, {
  title: "Invoice",
  pageConfig: withPageDefaults(undefined),
});

const json = (value: unknown): Layout => JSON.parse(JSON.stringify(value));
const fieldsOf = ({ schemas }: Design) => schemas.flat();
const fieldByName = (design: Design, name: string): DesignField | undefined =>
  fieldsOf(design).find((field) => field.name === name);

describe("parseLayout()", () => {
  const design = parseLayout(GENERATED_LAYOUT, DEFINITIONS);

  it("shows bound fields with their labels", () => {
    const name = fieldByName(design, "customer.name");
    assert.deepEqual([name?.content, name?.readOnly], ["The customer.name", false]);
    assert.strictEqual(fieldByName(design, "items")?.content, '[["The title","The price"]]');
    assert.match(fieldByName(design, "logo")?.content ?? "", /^data:image\/png;base64,/);
  });

  it("makes all other fields static", () => {
    assert.isTrue(fieldByName(design, "Title")?.readOnly);
  });

  it.each([[null], [{}], [{ schemas: [[{ name: "x" }, 7, null]] }], ["nonsense"]])(
    "starts with an empty page for an invalid layout: %j",
    (layout) => assert.isTrue(isSameDesign(parseLayout(layout, DEFINITIONS), EMPTY_DESIGN)),
  );
});

describe("suggestManifest()", () => {
  it("derives the manifest of a layout without one", () => {
    const manifest = suggestManifest(GENERATED_LAYOUT, definitionsFrom(null));
    assert.includeMembers(manifest?.variables.map(({ key }) => key) ?? [], [
      "customer.name",
      "logo",
    ]);
    assert.deepEqual(
      manifest?.loops.map(({ key }) => key),
      ["items"],
    );
    assert.isUndefined(suggestManifest(null, definitionsFrom(null)));
  });
});

describe("toLayout()", () => {
  it("renders like the layout that was opened", () => {
    const layout = json(toLayout(parseLayout(GENERATED_LAYOUT, DEFINITIONS), DEFINITIONS));
    assert.deepEqual(checkLayout(layout, MANIFEST), []);
    assert.deepEqual(layout["manifest"], MANIFEST);
    const again = parseLayout(layout, DEFINITIONS);
    assert.isTrue(isSameDesign(again, parseLayout(GENERATED_LAYOUT, DEFINITIONS)));
  });

  it.each([
    ['"fontName":"Acme Sans"', { fontName: "Acme Sans" }],
    [
      '"richText":true,"columns":{"count":2,"gap":5}',
      { richText: true, columns: { count: 2, gap: 5 } },
    ],
  ])("keeps %s", (expected, settings) => {
    const text = {
      name: "Greeting",
      type: "text",
      content: "Hello",
      position: { x: 20, y: 20 },
      width: 50,
      height: 10,
    };
    const basePdf = { width: 210, height: 297, padding: [20, 20, 20, 20] };
    const layout = { basePdf, schemas: [[{ ...text, ...settings }]] };
    const saved = toLayout(parseLayout(layout, DEFINITIONS), DEFINITIONS);
    assert.include(JSON.stringify(saved), expected);
  });

  it.each([
    ["a decorative picture", { type: "image", alt: "Logo", decorative: true }, ["decorative"]],
    ["a picture with a description", { type: "svg", alt: "Logo", decorative: false }, ["alt"]],
    ["a heading", { type: "text", heading: 1, alt: "Logo" }, ["heading"]],
    ["Markdown", { type: "text", heading: 1, richText: true }, ["richText"]],
    ["a text that was a signing field", { type: "text", role: "Client", label: "Place" }, []],
    ["a signing field", { type: "initials", role: "Client", alt: "Logo" }, ["role"]],
  ])("has the settings that apply to %s", (_, settings, expected) => {
    const box = { name: "Field", position: { x: 20, y: 20 }, width: 50, height: 10 };
    const design = repairDesign({ ...EMPTY_DESIGN, schemas: [[{ ...box, ...settings }]] }, INDEX);
    const layout = json(toLayout(design, DEFINITIONS));
    assert.deepEqual(checkLayout(layout, MANIFEST), []);
    const [saved = {}] = fieldsOf(parseLayout(layout, DEFINITIONS));
    const optional = new Set(["role", "label", "heading", "richText", "alt", "decorative"]);
    const present = Object.entries(saved).filter(([, value]) => value !== false);
    assert.deepEqual(
      present.map(([name]) => name).filter((name) => optional.has(name)),
      expected,
    );
  });

  it("omits placeholders", () => {
    const text = JSON.stringify(toLayout(parseLayout(GENERATED_LAYOUT, DEFINITIONS), DEFINITIONS));
    const { schemas } = JSON.parse(text);
    const field = schemas[0].find(({ name }: DesignField) => name === "customer.name");
    assert.notProperty(field, "content");
  });

  it("has the template's variables and the used ones of the catalog", () => {
    const catalog = {
      allowCustom: true,
      namespaces: [
        {
          key: "customer",
          label: "Customer",
          variables: ["name", "city", "unused", "vip", "country", "fee"].map((key) => ({
            key,
            label: key,
            dataType: "text" as const,
            required: true,
          })),
        },
      ],
      loops: MANIFEST.loops,
    };
    const own = { variables: [variable("note", "text")], loops: [] };
    const definitions = definitionsFrom(catalog, own);
    const box = { position: { x: 20, y: 20 }, width: 50, height: 8, type: "text" };
    const design = repairDesign(
      {
        ...EMPTY_DESIGN,
        schemas: [
          [
            { ...box, name: "customer.name" },
            { ...box, name: "Greeting", content: "To {customer.city|x}", when: "customer.vip" },
            { ...box, type: "svg", name: "Flag", alt: "Flag of {customer.country}" },
            {
              ...box,
              type: "table",
              name: "Fees",
              groupBy: [{ by: "title", header: "{= row.title + customer.fee }" }],
            },
          ],
        ],
      },
      indexManifest({ variables: [], loops: [] }),
    );
    const { variables, loops } = manifestOf(toLayout(design, definitions)) ?? MANIFEST;
    assert.deepEqual(
      variables.map(({ key }) => key),
      [
        "customer.name",
        "customer.city",
        "customer.vip",
        "customer.country",
        "customer.fee",
        "note",
      ],
    );
    assert.deepEqual(loops, []);
  });
});

describe("repairDesign()", () => {
  const box = { position: { x: 20, y: 20 }, width: 50, height: 8, type: "text", content: "x" };
  const settle = (...fields: ReadonlyArray<DesignField>) =>
    fieldsOf(repairDesign({ ...EMPTY_DESIGN, schemas: [fields] }, INDEX));

  it("binds a copy of a bound field to the same key", () => {
    const names = settle(
      { ...box, name: "customer.name" },
      { ...box, name: "customer.name copy" },
      { ...box, name: "customer.name#2 copy 3" },
    ).map(({ name }) => name);
    assert.deepEqual(names, ["customer.name", "customer.name#2", "customer.name#3"]);
  });

  it("makes field names unique", () => {
    const names = settle({ ...box, name: "A" }, { ...box, name: "A" }, { ...box, name: " " });
    assert.deepEqual(
      names.map(({ name }) => name),
      ["A", "A 2", "text"],
    );
  });

  it("unbinds a field whose new type cannot show its variable", () => {
    const [field] = settle({ ...box, name: "logo" });
    assert.deepEqual([field?.name, field?.readOnly], ["logo text", true]);
  });

  it("restores the columns of a table", () => {
    const brokenTable = { ...box, name: "items", type: "table", head: ["A", "B", "C"] };
    const [field] = settle({ ...brokenTable, headWidthPercentages: [30, 30, 40] });
    assert.deepEqual(field?.["head"], ["The title", "The price"]);
    assert.deepEqual(field?.["columns"], ["title", "price"]);
  });

  it("saves the widths of columns in millimetres, or in percent after a change", () => {
    const saved = (change: object, columnWidths: ReadonlyArray<number | "auto"> = [40, "auto"]) => {
      const head = ["A", "B"];
      const table = { ...box, name: "items", type: "table", head, columnWidths, width: 100 };
      const layout = { ...GENERATED_LAYOUT, schemas: [[table]] };
      const design = parseLayout(layout, DEFINITIONS);
      const schemas = design.schemas.map((page) => page.map((each) => ({ ...each, ...change })));
      const [[field] = []] = Object(toLayout({ ...design, schemas }, DEFINITIONS))["schemas"];
      return [field.columnWidths, field.headWidthPercentages];
    };
    assert.deepEqual(saved({}), [[40, "auto"], undefined]);
    assert.deepEqual(saved({}, [60, 40]), [[60, 40], undefined]);
    assert.deepEqual(saved({ headWidthPercentages: [70, 30] }), [undefined, [70, 30]]);
    assert.deepEqual(saved({ width: 80 }, [60, 40]), [undefined, [60, 40]]);
  });

  it("saves the planned height of a table, which the designer shows higher", () => {
    const table = { ...box, name: "items", type: "table", head: ["A", "B"], height: 12 };
    const design = parseLayout({ ...GENERATED_LAYOUT, schemas: [[table]] }, DEFINITIONS);
    const schemas = design.schemas.map((page) => page.map((each) => ({ ...each, height: 31 })));
    const [[field] = []] = Object(toLayout({ ...design, schemas }, DEFINITIONS))["schemas"];
    assert.deepEqual([field.height, field.plannedHeight], [12, undefined]);
  });

  it("returns a design without defects unchanged", () => {
    const design = parseLayout(GENERATED_LAYOUT, DEFINITIONS);
    assert.strictEqual(repairDesign(design, INDEX), design);
  });
});

describe("importText()", () => {
  const box = { position: { x: 20, y: 20 }, width: 50, height: 10 };
  const basePdf = { width: 210, height: 297, padding: [20, 20, 20, 20] };

  it("opens a pdfme template of an older version, with known fonts", () => {
    const due = { ...box, type: "text", content: "2026-12-01", fontName: "NotoSerifJP" };
    const text = JSON.stringify({ basePdf, schemas: [{ "due date": due }] });
    const { layout, manifest, changes } = Result.getOrThrow(importText(text));
    const design = parseLayout(layout, definitionsFrom(null, manifest));
    assert.deepInclude(fieldByName(design, "due_date"), { fontName: "SourceSerif", type: "text" });
    assert.deepEqual(
      checkLayout(json(toLayout(design, definitionsFrom(null, manifest))), manifest),
      [],
    );
    assert.include(
      changes.map(({ path }) => path),
      "fontName",
    );
  });

  it.each(["{", "[]", JSON.stringify({ basePdf, schemas: [[{ ...box, name: "a", type: "x" }]] })])(
    "tells why it cannot open %s",
    (text) => assert.isTrue(Result.isFailure(importText(text))),
  );

  it("keeps sections with their fields, and the loops that they use", () => {
    const [loop] = MANIFEST.loops;
    const parts = { key: "parts", label: "Parts", itemFields: loop!.itemFields };
    const manifest = { variables: [], loops: [{ ...loop!, loops: [parts] }] };
    const at = { position: { x: 0, y: 0 }, width: 60, height: 10 };
    const layout = {
      basePdf: GENERATED_LAYOUT["basePdf"],
      schemas: [
        [
          {
            ...at,
            name: "items",
            type: "section",
            position: { x: 20, y: 20 },
            keepTogether: true,
            fields: [{ ...at, name: "items.parts", type: "table", columns: ["title"] }],
          },
        ],
      ],
    };
    const definitions = definitionsFrom(null, manifest);
    const saved = json(toLayout(parseLayout(layout, definitions), definitions));
    assert.deepNestedInclude(saved, {
      "schemas[0][0].fields": layout.schemas[0]![0]!.fields,
      "schemas[0][0].keepTogether": true,
      "manifest.loops": manifest.loops,
    });
    assert.deepStrictEqual(checkLayout(saved, manifest), []);
  });
});

describe("pages with settings of their own", () => {
  const wide = { width: 297, height: 210, staticSchema: [{ name: "due", type: "text" }] };
  const layout = { ...EMPTY_DESIGN, schemas: [[], []], pages: [null, wide] };
  const design = parseLayout(json(layout), DEFINITIONS);

  it("are kept, with their fields and what fills these", () => {
    const saved = toLayout(design, DEFINITIONS, { pages: ["old"] });
    assert.deepEqual(saved["pages"], layout.pages);
    assert.deepEqual([...usedKeys(design)], ["due"]);
    assert.notProperty(toLayout(EMPTY_DESIGN, DEFINITIONS), "pages");
    assert.isFalse(isSameDesign(design, { ...design, pages: [wide, null] }));
  });

  it("move with their pages", () => {
    const added = withPages(design, (pages, empty) => pages.toSpliced(1, 0, empty));
    assert.deepEqual([added.schemas.length, added.pages], [3, [null, null, wide]]);
    const removed = withPages(added, (pages) => pages.toSpliced(0, 1));
    assert.deepEqual([removed.schemas.length, removed.pages], [2, [null, wide]]);
  });
});
