import { assert, describe, it } from "@effect/vitest";
import { indexManifest } from "@paraph/core/layouts";
import type { LoopDefinition, Manifest } from "@paraph/core/manifests";

import { definitionsFrom } from "./browser/data/definitions.ts";
import {
  columnSettings,
  type ColumnSettings,
  withColumnSettings,
} from "./browser/design/column_settings.ts";
import type { DesignField } from "./browser/design/design.ts";
import { carryOf, groupsOf, withGroups } from "./browser/design/group_settings.ts";
import { printedArea } from "./browser/design/page_setup.ts";
import { placeLoop } from "./browser/design/placing.ts";
import { problemsOf } from "./browser/design/problems.ts";
import { EMPTY_DESIGN, toLayout } from "./browser/design/saved_layout.ts";
import { withColumns } from "./browser/design/table.ts";

const item = (key: string, dataType: "text" | "currency" | "image") => ({
  key,
  label: key,
  dataType,
  required: false,
});
const LOOP: LoopDefinition = {
  key: "items",
  label: "Items",
  itemFields: [item("title", "text"), item("price", "currency"), item("photo", "image")],
};
const MANIFEST: Manifest = { variables: [], loops: [LOOP] };
const AREA = printedArea(EMPTY_DESIGN, { width: 210, height: 297 });
const SPOT = { page: 0, x: 100, y: 50 };
const place = { index: indexManifest(MANIFEST), area: AREA };
const { design } = placeLoop(EMPTY_DESIGN, LOOP, SPOT, place);
const placed = design.schemas.flat().at(-1) ?? assert.fail("No table");
const table = withColumns(placed, LOOP, ["title", "price", "photo"]);

const change = (field: DesignField, position: number, settings: Partial<ColumnSettings>) =>
  withColumnSettings(
    field,
    LOOP,
    position,
    { ...columnSettings(field, LOOP, position), ...settings },
    "Total",
  );
const problemsWith = (field: DesignField) => {
  const own = { ...design, schemas: [[field]] };
  return problemsOf(toLayout(own, definitionsFrom(null, MANIFEST)), own);
};

describe("columnSettings()", () => {
  it("reads what withColumnSettings() has set, which publishing accepts", () => {
    const changes: ReadonlyArray<Partial<ColumnSettings>> = [
      {
        heading: "Article",
        alignment: "center",
        content: "richText",
        isJoined: true,
        span: { when: "row.price == 0", columns: 2 },
      },
      { format: "number:2", total: "avg" },
      { content: "image", height: 20, alt: "{= row.title }" },
    ];
    const changed = changes.reduce(
      (field, settings, index) => change(field, index, settings),
      table,
    );
    changes.forEach((settings, index) =>
      assert.deepInclude(columnSettings(changed, LOOP, index), settings),
    );
    assert.deepEqual(problemsWith(changed), []);
    const plain = changes.reduce(
      (field, _settings, index) => change(field, index, columnSettings(table, LOOP, index)),
      changed,
    );
    assert.deepEqual(plain, table);
  });

  it("reads and sets expressions and what names columns by their positions", () => {
    const source = "{= row.price * 2 |number:2}";
    const wide = withColumns(table, LOOP, ["title", "price", "photo", source]);
    const own = { total: "max", isJoined: true, heading: "Double", alignment: "right" } as const;
    const changed = change(wide, 3, own);
    assert.deepInclude(changed["totals"], { columns: { "3": "max" } });
    assert.deepEqual(changed["rowSpans"], [{ column: "3" }]);
    assert.deepInclude(columnSettings(changed, LOOP, 3), { ...own, source });
    assert.deepEqual(problemsWith(changed), []);
    const renamed = change(changed, 3, { source: "{= row.price * 3 }" });
    assert.strictEqual(columnSettings(renamed, LOOP, 3).source, "{= row.price * 3 }");
    assert.deepInclude(columnSettings(renamed, LOOP, 3), own);
  });

  it("keeps settings that it does not know", () => {
    const cells = { price: { type: "ean13", height: 9, barColor: "#123456" } };
    const rowSpans = [{ column: "title", by: "price" }];
    const changed = change(change({ ...table, cells, rowSpans }, 1, { height: 12 }), 0, {
      heading: "x",
    });
    assert.deepEqual(changed["cells"], { price: { ...cells.price, height: 12 } });
    assert.deepEqual(changed["rowSpans"], rowSpans);
  });
});

describe("groupsOf() and carryOf()", () => {
  it("read what withGroups() has set, which publishing accepts", () => {
    const group = {
      by: "title",
      header: "{= row.title }",
      continued: "{= row.title } (continued)",
      totalLabel: "Sum",
      sums: ["price"],
      restartRunning: true,
    };
    const carry = { columns: ["price"], broughtForward: "From", carriedForward: "To" };
    const changed = withGroups(table, [group], carry);
    assert.deepInclude(groupsOf(changed)[0], group);
    assert.deepEqual(carryOf(changed), carry);
    assert.deepEqual(problemsWith(changed), []);
    assert.deepEqual(withGroups(changed, [], { ...carry, columns: [] }), table);
  });

  it("keep settings that they do not know", () => {
    const own = {
      by: "title",
      headerStyles: { fontSize: 9 },
      totals: { label: "All", columns: { price: "max" }, styles: { fontSize: 8 } },
    };
    const before = { ...table, groupBy: [own] };
    const changed = withGroups(before, groupsOf(before), carryOf(before));
    assert.deepEqual(changed["groupBy"], [{ ...own, restartRunning: false }]);
  });
});
