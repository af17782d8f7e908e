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
    (type = "", format = "", value = "", expected = "") => {
      const [dataType] = codesIn(type).map((code) => dataTypeOf(code));
      assert.isDefined(dataType);
      const [input = ""] = codesIn(value);
      const actual = printerOf(printFormat(dataType ?? "text", codesIn(format)[0]))(
        dataType === "boolean" ? input === "true" : input,
      );
      assert.strictEqual(actual, expected);
    },
  );

  it("names every type of field", () => {
    const typeNames = tableAfter("field types").flatMap(([types = ""]) => codesIn(types));
    assert.sameMembers(typeNames, [...FIELD_SCHEMAS.keys(), "section"]);
  });

  it("names every type of data", () => {
    const typeNames = tableAfter("data types").flatMap(([types = ""]) => codesIn(types));
    assert.sameMembers(typeNames, [...DataType.literals]);
  });

  it("shows the content of the files that it names", () => {
    const excerpts = Array.from(
      GUIDE.matchAll(/<!-- file: (\S+) -->\n\n```json\n(.*?)```/gsu),
      ([, file = "", text = ""]) => ({ file, text }),
    );
    assert.isNotEmpty(excerpts);
    for (const { file, text } of excerpts)
      assert.strictEqual(text, fs.readFileSync(path.join(ROOT, file), "utf8"));
  });
});
