import { assert, describe, it } from "@effect/vitest";

import { paperLook } from "./browser/canvas/view/paper_look.ts";
import { definitionsFrom } from "./browser/data/definitions.ts";
import type { Design } from "./browser/design/design.ts";
import {
  ownSetup,
  repeatedFields,
  repeatedFieldsOf,
  withOwnSetup,
  withRepeatedFields,
} from "./browser/design/own_pages.ts";
import { DEFAULT_SETUP } from "./browser/design/page_setup.ts";
import { problemsOf } from "./browser/design/problems.ts";
import { EMPTY_DESIGN, toLayout } from "./browser/design/saved_layout.ts";

const DEFINITIONS = definitionsFrom(null);
const FOOTER = {
  name: "Footer",
  type: "text",
  content: "Appendix",
  position: { x: 20, y: 195 },
  width: 100,
  height: 5,
};
const TWO: Design = { ...EMPTY_DESIGN, schemas: [[], []] };
const LANDSCAPE = {
  ...DEFAULT_SETUP,
  orientation: "landscape",
  margins: [10, 11, 12, 13],
} as const;

describe("pages with settings of their own", () => {
  it("have a format and margins, which publishing accepts", () => {
    const wide = withOwnSetup(TWO, 1, LANDSCAPE);
    assert.deepEqual(ownSetup(wide, 1), LANDSCAPE);
    assert.isUndefined(ownSetup(wide, 0));
    const layout = toLayout(wide, DEFINITIONS);
    assert.deepEqual(layout["pages"], [
      null,
      { width: 297, height: 210, padding: [10, 11, 12, 13] },
    ]);
    assert.deepEqual(problemsOf(layout, wide), []);
    assert.deepEqual(withOwnSetup(wide, 1, undefined), TWO);
  });

  it("have headers and footers of their own, or none", () => {
    const own = withRepeatedFields(withOwnSetup(TWO, 1, LANDSCAPE), 1, [FOOTER]);
    assert.strictEqual(repeatedFieldsOf(own, 1), "own");
    assert.deepEqual(repeatedFields(own, 1), [FOOTER]);
    assert.deepEqual(problemsOf(toLayout(own, DEFINITIONS), own), []);
    const none = withRepeatedFields(own, 1, []);
    assert.strictEqual(repeatedFieldsOf(none, 1), "none");
    assert.deepEqual(ownSetup(none, 1), LANDSCAPE);
    assert.strictEqual(repeatedFieldsOf(withRepeatedFields(none, 1, undefined), 1), "common");
  });

  it("show a repeated field only where its onPages has it", () => {
    const values = [undefined, "first", "notFirst", "last", "notLast", "odd", "even"];
    const staticSchema = values.map((onPages) => ({
      ...FOOTER,
      name: String(onPages),
      ...(onPages === undefined ? {} : { onPages }),
    }));
    const shown = (count: number) => {
      const { basePdf } = EMPTY_DESIGN;
      if (typeof basePdf === "string") throw new Error("The empty design has a PDF");
      const schemas = Array.from({ length: count }, () => []);
      const design = { ...EMPTY_DESIGN, basePdf: { ...basePdf, staticSchema }, schemas };
      return schemas.map((_, page) =>
        paperLook(design, page, { width: 210, height: 297 }, undefined).repeated.map(
          ({ name }) => name,
        ),
      );
    };
    assert.deepEqual(shown(1), [["undefined", "first", "last", "odd"]]);
    assert.deepEqual(shown(3), [
      ["undefined", "first", "notLast", "odd"],
      ["undefined", "notFirst", "notLast", "even"],
      ["undefined", "notFirst", "last", "odd"],
    ]);
  });
});
