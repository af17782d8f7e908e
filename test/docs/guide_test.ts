import fs from "node:fs";
import path from "node:path";

import { assert, describe, it } from "@effect/vitest";
import { FIELD_SCHEMAS } from "@paraph/core/layouts";
import { DataType, printFormat, printerOf } from "@paraph/core/manifests";
import { codesIn, tablesAfter } from "@paraph/testing/markdown_table";
import { Schema } from "effect";

import { ROOT } from "../support/example_drawing.ts";

const GUIDE = fs.readFileSync(path.join(ROOT, "docs/guides/templates.md"), "utf8");

/** Returns the rows of the table after a comment in the guide. */
const tableAfter = (comment: string) => tablesAfter(comment, GUIDE);

const dataTypeOf = Schema.decodeUnknownSync(DataType);

describe("the guide to templates", () => {
  it.each(tableAfter("formats").map((cells) => cells.slice(0, 4)))(
    "prints %s as %s: %s is %s",
    (type = "", format = "", value = "", printed = "") => {
      const [dataType] = codesIn(type).map((code) => dataTypeOf(code));
      assert.isDefined(dataType);
      const [given = ""] = codesIn(value);
      const shown = printerOf(printFormat(dataType ?? "text", codesIn(format)[0]))(
        dataType === "boolean" ? given === "true" : given,
      );
      assert.strictEqual(shown, printed);
    },
  );

  it("names every type of field", () => {
    const named = tableAfter("field types").flatMap(([types = ""]) => codesIn(types));
    assert.sameMembers(named, [...FIELD_SCHEMAS.keys()]);
  });

  it("names every type of data", () => {
    const named = tableAfter("data types").flatMap(([types = ""]) => codesIn(types));
    assert.sameMembers(named, [...DataType.literals]);
  });

  it("shows the content of the files that it names", () => {
    const shown = Array.from(
      GUIDE.matchAll(/<!-- file: (\S+) -->\n\n```json\n(.*?)```/gsu),
      ([, file = "", text = ""]) => ({ file, text }),
    );
    assert.isNotEmpty(shown);
    for (const { file, text } of shown)
      assert.strictEqual(text, fs.readFileSync(path.join(ROOT, file), "utf8"));
  });
});
