import { assert, describe, it } from "@effect/vitest";
import { indexInSection, indexManifest } from "@paraph/core/layouts";
import type { Manifest } from "@paraph/core/manifests";

import { definitionsFrom } from "./browser/data/definitions.ts";
import { putNestedList, removeNestedList } from "./browser/data/nested_lists.ts";
import { definitionProblems } from "./browser/data/own_manifest.ts";
import { renameKey } from "./browser/data/rename_key.ts";
import type { Design, DesignField } from "./browser/design/design.ts";
import { problemsOf, toProblem } from "./browser/design/problems.ts";
import { EMPTY_DESIGN, parseLayout, toLayout } from "./browser/design/saved_layout.ts";
import { addToSection, groupFields, ungroup } from "./browser/sections/grouping.ts";
import { rowOffsets } from "./browser/sections/row_offsets.ts";
import { contentsOf, withContents } from "./browser/sections/section_contents.ts";
import { changeSectionAt, existingPath, sectionsAt } from "./browser/sections/section_path.ts";
import {
  fittingCells,
  repeatSection,
  sectionSettings,
  withSectionSettings,
} from "./browser/sections/section_settings.ts";

const text = (key: string) => ({ key, label: key, dataType: "text", required: false }) as const;
const ORDERS = { key: "orders", label: "Orders", itemFields: [text("article")] };
const MANIFEST: Manifest = {
  variables: [text("title")],
  loops: [{ key: "customers", label: "Customers", itemFields: [text("name")], loops: [ORDERS] }],
};
const DEFINITIONS = definitionsFrom(null, MANIFEST);
const INDEX = indexManifest(MANIFEST);
const INSIDE = indexInSection("customers", INDEX);

const field = (name: string, y: number, more: object = {}): DesignField => ({
  name,
  type: "text",
  content: name,
  readOnly: true,
  position: { x: 20, y },
  width: 60,
  height: 8,
  ...more,
});
const design = (...fields: ReadonlyArray<DesignField>): Design => ({
  ...EMPTY_DESIGN,
  schemas: [fields],
});
const problemsWith = (changed: Design) =>
  problemsOf(toLayout(changed, DEFINITIONS), changed).map(({ message }) => message);
const repeat = (section: DesignField) =>
  repeatSection(section, "customers", { index: INDEX, usedNames: new Set() }, "Section");
const sectionIn = ({ schemas }: Design) =>
  schemas.flat().find(({ type }) => type === "section") ?? assert.fail("No section");

const BEFORE = design(
  field("A", 30),
  field("B", 50, { position: { x: 30, y: 50 } }),
  field("C", 70),
);
const GROUPED = groupFields(BEFORE, { page: 0, indexes: [0, 1] }, INDEX, "Section").design;

describe("grouping", () => {
  it("makes a section around fields, which publishing accepts", () => {
    const section = sectionIn(GROUPED);
    assert.deepInclude(section, {
      name: "Section",
      position: { x: 20, y: 30 },
      width: 70,
      height: 28,
    });
    assert.deepEqual(
      contentsOf(section, INDEX).schemas[0]?.map(({ name, position }) => [name, position]),
      [
        ["A", { x: 0, y: 0 }],
        ["B", { x: 10, y: 20 }],
      ],
    );
    assert.deepEqual(problemsWith(GROUPED), []);
  });

  it("returns the fields to their places when it is undone", () => {
    const { design: freed, names } = ungroup(GROUPED, 0, 0, INDEX);
    assert.deepEqual(names, ["A", "B"]);
    assert.deepEqual(toLayout(freed, DEFINITIONS), toLayout(BEFORE, DEFINITIONS));
  });

  it("adds fields to a section, which grows around them", () => {
    const grown = addToSection(GROUPED, { page: 0, indexes: [0, 1] }, 0, INDEX);
    assert.lengthOf(grown.schemas.flat(), 1);
    assert.deepInclude(sectionIn(grown), { width: 70, height: 48 });
    assert.deepEqual(problemsWith(grown), []);
  });

  it("names values of rows in the problems of fields without their section", () => {
    const section = repeat(sectionIn(GROUPED));
    const contents = contentsOf(section, INSIDE);
    const filled = withContents(
      section,
      { ...contents, schemas: [[field("customers.name", 0, { position: { x: 0, y: 0 } })]] },
      INSIDE,
    );
    assert.deepEqual(problemsWith(design(filled)), []);
    const { design: freed } = ungroup(design(filled), 0, 0, INDEX);
    assert.deepEqual(problemsWith(freed), [
      '"customers.name" belongs to the rows of "customers": use it in a section named "customers"',
    ]);
  });
});

describe("the contents of a section", () => {
  const raw = [
    { ...field("A", 0), position: { x: 0, y: 0 }, fontFeatures: ["tnum"], kerning: false },
    { name: "no place", type: "text" },
    {
      ...field("customers.orders#2", 10),
      type: "section",
      position: { x: 0, y: 10 },
      gap: 3,
      fields: [{ ...field("D", 0), anchor: "d{customers.orders.article}" }],
    },
  ];
  const section: DesignField = { ...repeat(sectionIn(GROUPED)), fields: raw };

  it("stay as they are in the layout, unless they are changed", () => {
    const contents = contentsOf(section, INSIDE);
    const [first] = contents.schemas[0] ?? [];
    const moved = { ...first, ...field("A", 0), position: { x: 5, y: 5 } };
    const changed = withContents(
      section,
      { ...contents, schemas: [[moved, ...(contents.schemas[0] ?? []).slice(1)]] },
      INSIDE,
    );
    const [newFirst, nested, other] = Array.isArray(changed["fields"]) ? changed["fields"] : [];
    assert.deepInclude(newFirst, { position: { x: 5, y: 5 }, fontFeatures: ["tnum"] });
    assert.strictEqual(nested, raw[2]);
    assert.strictEqual(other, raw[1]);
  });

  it("are those of the saved layout after it was opened", () => {
    const layout = toLayout(design(section), DEFINITIONS);
    const opened = sectionIn(parseLayout(JSON.parse(JSON.stringify(layout)), DEFINITIONS));
    assert.deepEqual(opened["fields"], raw);
    assert.deepEqual(withContents(opened, contentsOf(opened, INSIDE), INSIDE)["fields"], [
      raw[0],
      raw[2],
      raw[1],
    ]);
  });

  it("make the section grow, unless it is a cell of a sheet", () => {
    const contents = contentsOf(section, INSIDE);
    const low = { ...contents, schemas: [[field("A", 0, { position: { x: 0, y: 40 } })]] };
    assert.strictEqual(withContents(section, low, INSIDE).height, 48);
    const cell = withSectionSettings(section, { placement: "grid" });
    assert.strictEqual(withContents(cell, low, INSIDE).height, section.height);
  });

  it("are found by their path, also in nested sections", () => {
    const whole = design(section);
    const path = { page: 0, positions: [0, 2] };
    assert.deepEqual(
      sectionsAt(whole, path)?.map(({ name }) => name),
      ["customers", "customers.orders#2"],
    );
    const wider = changeSectionAt(whole, path, (each) => ({ ...each, width: 33 }));
    assert.strictEqual(sectionsAt(wider, path)?.[1]?.width, 33);
    assert.deepEqual(existingPath(whole, { page: 0, positions: [0, 0] }), {
      page: 0,
      positions: [0],
    });
    assert.isUndefined(existingPath(whole, { page: 0, positions: [1] }));
    const problem = toProblem("layout.schemas.0.0.fields.2.fields.0.width", "Too wide", whole);
    assert.deepEqual(problem.field, { page: 0, index: 0, inside: [2, 0] });
    assert.strictEqual(problem.place, "D, width (page 1)");
  });
});

describe("the settings of a section", () => {
  const section = repeat(sectionIn(GROUPED));

  it.each([
    [{ placement: "below", gap: 4 }],
    [{ placement: "pages" }],
    [{ placement: "grid", grid: { columns: 2, rows: 3, gapX: 2.5, gapY: 0 } }],
    [{ restartPageNumbers: true, pageNumberFormat: "lower-roman" }],
  ] as const)("are read as they were set, and publishing accepts them: %j", (settings) => {
    const changed = withSectionSettings(section, settings);
    assert.deepInclude(sectionSettings(changed), settings);
    assert.deepEqual(problemsWith(design(changed)), []);
    const once = repeatSection(changed, "", { index: INDEX, usedNames: new Set() }, "Section");
    assert.deepEqual(problemsWith(design(once)), []);
  });

  it("fill a page with labels", () => {
    const label = { ...section, position: { x: 7, y: 15 }, width: 63.5, height: 38.1 };
    const gaps = { columns: 1, rows: 0, gapX: 2.5, gapY: 0 };
    assert.deepEqual(fittingCells(label, gaps, { right: 210, bottom: 297 }), {
      columns: 3,
      rows: 7,
    });
  });
});

describe("the rows of a section on the canvas", () => {
  const at = { position: { x: 10, y: 20 }, width: 40, height: 10 };
  const page = { width: 100, height: 60, fields: [] };

  it("are those that have space", () => {
    const rows = (section: object, around: object = {}) =>
      rowOffsets({ ...at, ...section }, 9, { ...page, ...around }).map(({ x, y }) => [x, y]);
    assert.deepEqual(rows({ gap: 5 }), [
      [0, 0],
      [0, 15],
      [0, 30],
    ]);
    assert.deepEqual(rows({ gap: 5 }, { fields: [{ position: { x: 0, y: 46 } }] }), [
      [0, 0],
      [0, 15],
    ]);
    assert.deepEqual(rows({ pageBreakBetween: true }), [[0, 0]]);
    assert.deepEqual(rows({ grid: { columns: 2, rows: 2, gapX: 1, gapY: 2 } }), [
      [0, 0],
      [41, 0],
      [0, 12],
      [41, 12],
    ]);
  });
});

describe("lists in the rows of others", () => {
  it("are added, checked, renamed and removed by their paths", () => {
    const lines = { key: "lines", label: "Lines", itemFields: [text("code")] };
    const more = putNestedList(MANIFEST, "customers.orders", lines);
    assert.deepEqual(more.loops[0]?.loops?.[0]?.loops, [lines]);
    assert.deepEqual(removeNestedList(more, "customers.orders", "lines"), MANIFEST);
    const problems = (loop: typeof lines, parent: string) =>
      definitionProblems({ kind: "loop", definition: loop }, undefined, DEFINITIONS, parent);
    assert.deepEqual(problems(lines, "customers.orders"), new Map());
    assert.hasAllKeys(problems({ ...lines, key: "orders" }, "customers"), ["key"]);
    const deep = { ...lines, itemFields: [text("not a key")] };
    assert.hasAllKeys(problems(deep, "customers"), ["itemFields.0.key"]);
    const inside = [
      { ...field("customers.orders", 0), type: "table" },
      field("{customers.name}", 9),
    ];
    const section = { ...repeat(sectionIn(GROUPED)), fields: inside };
    const renamed = renameKey(design(section), "customers", "clients", MANIFEST);
    const fields = JSON.stringify(sectionIn(renamed)["fields"]);
    assert.include(fields, '"name":"clients.orders"');
    assert.include(fields, '"content":"{clients.name}"');
  });
});
