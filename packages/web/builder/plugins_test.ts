import { assert, describe, it } from "@effect/vitest";
import { checkLayout, indexManifest, type Layout } from "@paraph/core/layouts";
import { DataType, type LoopDefinition, type VariableDefinition } from "@paraph/core/manifests";

import { designerTypes, newField, OFFERED_TYPES } from "./browser/canvas/plugins.ts";
import { definitionsFrom } from "./browser/data/definitions.ts";
import { bindField, canShow } from "./browser/design/binding.ts";
import type { DesignField } from "./browser/design/design.ts";
import { roleOfField } from "./browser/design/field_settings.ts";
import { repairDesign } from "./browser/design/repair_design.ts";
import { EMPTY_DESIGN, toLayout } from "./browser/design/saved_layout.ts";

const VARIABLES = DataType.literals.map((dataType): VariableDefinition => ({
  key: dataType,
  label: dataType,
  dataType,
  required: false,
}));
const LOOP: LoopDefinition = {
  key: "rows",
  label: "Rows",
  itemFields: [
    { key: "title", label: "Title", dataType: "text", required: false },
    { key: "price", label: "Price", dataType: "currency", required: false },
  ],
};
const DEFINITIONS = definitionsFrom(null, { variables: VARIABLES, loops: [LOOP] });
const INDEX = indexManifest(DEFINITIONS.custom);

/** The problems that the server would report for a field on an empty page. */
function problemsWith(field: DesignField) {
  const fieldOnPage = { ...field, position: { x: 20, y: 20 } };
  const design = repairDesign({ ...EMPTY_DESIGN, schemas: [[fieldOnPage]] }, INDEX);
  const layout: Layout = JSON.parse(JSON.stringify(toLayout(design, DEFINITIONS)));
  return checkLayout(layout, DEFINITIONS.custom);
}

describe("a new field", () => {
  it.each(OFFERED_TYPES)("of type %s is valid with its defaults", (type) => {
    assert.deepEqual(problemsWith(newField(type, "New field")), []);
  });

  it.each(OFFERED_TYPES)("of type %s is valid with every binding", (type) => {
    // Recipients fill in fields with a role; data does not.
    const isForData = roleOfField(newField(type, "New field")) === undefined;
    const fitting = VARIABLES.filter(({ dataType }) => isForData && canShow(type, dataType));
    for (const { key } of fitting) {
      const field = bindField(newField(type, "New field"), key, {
        index: INDEX,
        usedNames: new Set(),
      });
      assert.deepEqual(problemsWith(field), [], `${type} of ${key}`);
      assert.notStrictEqual(field.content ?? "", "");
    }
  });

  it("can show every data type", () => {
    for (const dataType of DataType.literals) {
      assert.isTrue(
        OFFERED_TYPES.some((type) => canShow(type, dataType)),
        dataType,
      );
    }
  });

  it("of type table is valid with a loop, with a column for each item field", () => {
    const field = bindField(newField("table", "Table"), "rows", {
      index: INDEX,
      usedNames: new Set(),
    });
    assert.deepEqual(problemsWith(field), []);
  });
});

describe("designerTypes()", () => {
  it("returns the types of the palette and the field's own type", () => {
    const valuesFor = (own: string) => designerTypes(own).map(({ value }) => value);
    assert.notInclude(valuesFor("text"), "date");
    assert.include(valuesFor("date"), "date");
  });
});
