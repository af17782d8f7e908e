import { assert, describe, it } from "@effect/vitest";
import { indexManifest } from "@paraph/core/layouts";
import type { LoopDefinition, Manifest } from "@paraph/core/manifests";

import { definitionsFrom } from "./browser/data/definitions.ts";
import {
  definitionProblems,
  toKey,
  removeKey,
  putDefinition,
} from "./browser/data/own_manifest.ts";
import { renameKey } from "./browser/data/rename_key.ts";
import { outlineOf, parseSample } from "./browser/data/sample_text.ts";
import type { Design, DesignField } from "./browser/design/design.ts";
import {
  DEFAULT_SETUP,
  hasPageNumbers,
  hasSpace,
  printedArea,
  setupOf,
  withPageNumbers,
  withSetup,
} from "./browser/design/page_setup.ts";
import { placeLoop, placeVariable } from "./browser/design/placing.ts";
import { problemsFrom, problemsOf } from "./browser/design/problems.ts";
import { EMPTY_DESIGN, toLayout } from "./browser/design/saved_layout.ts";
import {
  completeTable,
  columnsWithTotal,
  withColumns,
  withTotals,
} from "./browser/design/table.ts";

const NAME = { key: "customer.name", label: "Name", dataType: "text", required: false } as const;
const LOOP: LoopDefinition = {
  key: "items",
  label: "Items",
  itemFields: [
    { key: "title", label: "Title", dataType: "text", required: false },
    { key: "price", label: "Price", dataType: "currency", required: false },
  ],
};
const MANIFEST: Manifest = { variables: [NAME], loops: [LOOP] };
const DEFINITIONS = definitionsFrom(null, MANIFEST);
const INDEX = indexManifest(MANIFEST);
const A4 = { width: 210, height: 297 };
const AREA = printedArea(EMPTY_DESIGN, A4);
const SPOT = { page: 0, x: 100, y: 50 };
const fieldsOf = ({ schemas }: Design) => schemas.flat();
const lastOf = (design: Design): DesignField | undefined => fieldsOf(design).at(-1);

describe("placing", () => {
  it("numbers the second field of a key", () => {
    const once = placeVariable(EMPTY_DESIGN, NAME, SPOT, { index: INDEX, area: AREA });
    const twice = placeVariable(once.design, NAME, SPOT, { index: INDEX, area: AREA });
    assert.deepEqual([once.names, twice.names], [["customer.name"], ["customer.name#2"]]);
  });

  it("keeps a field that is dropped at an edge within the margins", () => {
    const corner = { page: 0, x: 209, y: 296, isChosen: true };
    const { design } = placeVariable(EMPTY_DESIGN, NAME, corner, { index: INDEX, area: AREA });
    const { position, width = 0, height = 0 } = lastOf(design) ?? {};
    assert.deepEqual([(position?.x ?? 0) + width, (position?.y ?? 0) + height], [190, 277]);
  });

  it("places fields that were not dropped without overlap", () => {
    let design = EMPTY_DESIGN;
    for (let count = 0; count < 12; count += 1) {
      ({ design } = placeVariable(design, NAME, SPOT, { index: INDEX, area: AREA }));
    }
    const tops = fieldsOf(design).map(({ position }) => position.y);
    assert.isTrue(tops.every((top, index) => index === 0 || top >= (tops[index - 1] ?? 0) + 6));
  });

  it("places a table for a loop over the full width", () => {
    const { design } = placeLoop(EMPTY_DESIGN, LOOP, SPOT, { index: INDEX, area: AREA });
    assert.deepEqual([lastOf(design)?.type, lastOf(design)?.width], ["table", 170]);
    assert.deepEqual(problemsOf(toLayout(design, DEFINITIONS), design), []);
  });
});

describe("table columns", () => {
  const { design } = placeLoop(EMPTY_DESIGN, LOOP, SPOT, { index: INDEX, area: AREA });
  const table = lastOf(design) ?? assert.fail("No table");

  it("keep their headings, widths and alignments", () => {
    const customTable = { ...table, head: ["What", "How much"], headWidthPercentages: [75, 25] };
    const reorderedTable = withColumns(customTable, LOOP, ["price", "title"]);
    assert.deepEqual(reorderedTable["head"], ["How much", "What"]);
    assert.deepEqual(reorderedTable["headWidthPercentages"], [25, 75]);
    assert.deepEqual(reorderedTable["columnStyles"], { alignment: { "0": "right", "1": "left" } });
  });

  it("keep their cells and spans, by name and by position", () => {
    const cells = { title: { type: "text", richText: true }, "1": { type: "qrcode", height: 9 } };
    const rowSpans = [{ column: "0" }, { column: "price" }];
    const reordered = withColumns({ ...table, cells, rowSpans }, LOOP, ["price", "title"]);
    assert.deepEqual(reordered["cells"], { title: cells.title, "0": cells["1"] });
    assert.deepEqual(reordered["rowSpans"], [{ column: "1" }, { column: "price" }]);
    const reduced = withColumns({ ...table, cells, rowSpans }, LOOP, ["title"]);
    assert.deepEqual(reduced["cells"], { title: cells.title });
    assert.deepEqual(reduced["rowSpans"], [{ column: "0" }]);
  });

  it("have the printed style by default", () => {
    const { headStyles: _head, bodyStyles: _body, ...plain } = table;
    const { headStyles, bodyStyles } = completeTable(plain);
    const defaultStyles = {
      backgroundColor: "#2980ba",
      fontColor: "#ffffff",
      fontSize: 10,
      lineHeight: 1.2,
    };
    assert.deepInclude(headStyles, defaultStyles);
    assert.deepInclude(bodyStyles, { fontColor: "#000000", fontSize: 10, lineHeight: 1.2 });
    const own = completeTable({ ...plain, headStyles: { fontSize: 8 } });
    assert.deepInclude(own["headStyles"], { backgroundColor: "", fontColor: "#000000" });
  });

  it("have totals only while they are shown", () => {
    const tableWithTotal = withTotals(table, ["price"], "Total");
    assert.deepEqual(columnsWithTotal(tableWithTotal), ["price"]);
    assert.deepEqual(columnsWithTotal(withColumns(tableWithTotal, LOOP, ["title"])), []);
    assert.notProperty(withTotals(tableWithTotal, [], "Total"), "totals");
  });
});

describe("own definitions", () => {
  it.each([
    ["Invoice number", "invoiceNumber"],
    ["Größe (cm)", "grosseCm"],
    ["VAT ID", "vatId"],
    ["2nd line", "_2ndLine"],
    ["   ", ""],
  ])("get their key from their label: %s", (label, key) => {
    assert.strictEqual(toKey(label), key);
  });

  const define = (key: string, more: object = {}) =>
    definitionProblems(
      { kind: "variable", definition: { ...NAME, key, ...more } },
      undefined,
      DEFINITIONS,
    );

  it("report problems at the invalid part", () => {
    assert.deepEqual([...define("customer.name").keys()], ["key"]);
    assert.deepEqual([...define("customer").keys()], ["key"]);
    assert.deepEqual([...define("items").keys()], ["key"]);
    assert.deepEqual([...define("a b").keys()], ["key"]);
    assert.deepEqual([...define("a", { label: " " }).keys()], ["label"]);
    assert.deepEqual([...define("a", { dataType: "date", format: "percent" }).keys()], ["format"]);
    assert.deepEqual([...define("a")], []);
  });

  it("can keep their key", () => {
    const same = { kind: "variable", definition: NAME } as const;
    assert.strictEqual(definitionProblems(same, NAME.key, DEFINITIONS).size, 0);
    assert.deepEqual(putDefinition(MANIFEST, same, NAME.key), MANIFEST);
  });

  it("update fields, texts and conditions when their key changes or is removed", () => {
    const { design } = placeVariable(EMPTY_DESIGN, NAME, SPOT, { index: INDEX, area: AREA });
    const text = { ...(lastOf(design) ?? assert.fail("No field")), name: "Text", readOnly: true };
    const content =
      "Dear {customer.name|x}, {customer.names} {= | customer.name} {= upper(customer.name) + customer.names | x}";
    const alt = "Portrait of {customer.name}";
    const mentioning = { ...text, content, alt, when: "customer.name" };
    const both = { ...design, schemas: [[...fieldsOf(design), mentioning]] };
    const newManifest = { ...MANIFEST, variables: [{ ...NAME, key: "who" }] };
    const [field, mention] = fieldsOf(renameKey(both, "customer.name", "who", newManifest));
    assert.strictEqual(field?.name, "who");
    assert.strictEqual(
      mention?.content,
      "Dear {who|x}, {customer.names} {= | customer.name} {= upper(who) + customer.names | x}",
    );
    assert.strictEqual(mention?.["alt"], "Portrait of {who}");
    assert.strictEqual(mention?.["when"], "who");
    const compared = { ...text, when: "size(customer.name) > 3" };
    const [condition] = fieldsOf(
      renameKey({ ...design, schemas: [[compared]] }, "customer.name", "who", newManifest),
    );
    assert.strictEqual(condition?.["when"], "size(who) > 3");
    const [staticField, unconditional] = fieldsOf(removeKey(both, "customer.name"));
    assert.deepEqual([staticField?.name, staticField?.readOnly], ["customer name", true]);
    assert.isNull(unconditional?.["when"]);
  });
});

describe("page settings", () => {
  it("are restored from the page that they create", () => {
    const setup = { ...DEFAULT_SETUP, format: "Letter", orientation: "landscape" } as const;
    const { basePdf } = withSetup(EMPTY_DESIGN, setup);
    assert.isTrue(typeof basePdf === "object");
    if (typeof basePdf === "object") assert.deepEqual(setupOf(basePdf), setup);
  });

  it("move fields beyond an edge inside", () => {
    const corner = { page: 0, x: 205, y: 290, isChosen: true };
    const { design } = placeVariable(EMPTY_DESIGN, NAME, corner, { index: INDEX, area: AREA });
    const small = withSetup(design, { ...DEFAULT_SETUP, format: "A6", margins: [5, 5, 5, 5] });
    assert.deepEqual(problemsOf(toLayout(small, DEFINITIONS), small), []);
  });

  it("leave space to print in", () => {
    assert.isFalse(hasSpace({ ...DEFAULT_SETUP, margins: [150, 0, 150, 0] }));
    assert.isFalse(hasSpace({ ...DEFAULT_SETUP, margins: [-1, 0, 0, 0] }));
    assert.isTrue(hasSpace(DEFAULT_SETUP));
  });

  it("add page numbers to every page and remove them", () => {
    const numberedDesign = withPageNumbers(EMPTY_DESIGN, true);
    assert.isTrue(hasPageNumbers(numberedDesign));
    assert.deepEqual(problemsOf(toLayout(numberedDesign, DEFINITIONS), numberedDesign), []);
    assert.deepEqual(withPageNumbers(numberedDesign, false), EMPTY_DESIGN);
  });
});

describe("problems", () => {
  it("refer to their field", () => {
    const { design } = placeVariable(EMPTY_DESIGN, NAME, SPOT, { index: INDEX, area: AREA });
    const fieldErrors = { "layout.schemas.0.0.width": ["Too wide"], "layout.basePdf": ["Broken"] };
    const problems = problemsFrom({ formErrors: ["Odd"], fieldErrors }, design);
    assert.deepEqual(
      problems.map(({ field }) => field),
      [undefined, { page: 0, index: 0 }, undefined],
    );
    assert.strictEqual(problems[1]?.place, "customer.name, width (page 1)");
  });
});

describe("sample data", () => {
  it("is a JSON object or empty", () => {
    assert.deepEqual(parseSample('{"a": 1}'), { kind: "data", data: { a: 1 } });
    assert.deepEqual(parseSample("  "), { kind: "data", data: undefined });
    for (const text of ["[]", "1", "{", '{\n "a": }']) {
      assert.strictEqual(parseSample(text).kind, "wrong", text);
    }
  });

  it("has an outline with all keys", () => {
    assert.deepEqual(JSON.parse(outlineOf(MANIFEST)), {
      customer: { name: "" },
      items: [{ title: "", price: 0 }],
    });
  });
});
