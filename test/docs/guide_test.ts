import fs from "node:fs";
import path from "node:path";

import { assert, describe, it } from "@effect/vitest";
import { FIELD_SCHEMAS } from "@paraph/core/layouts";
import { DataType, printFormat, printerOf } from "@paraph/core/manifests";
import { Schema } from "effect";

import { ROOT } from "../support/example_drawing.ts";

const GUIDE = fs.readFileSync(path.join(ROOT, "packages/core/layouts/README.md"), "utf8");

/** Returns the cells of the table after a comment in the guide, without its head. */
function tableAfter(comment: string): ReadonlyArray<ReadonlyArray<string>> {
  const [, after = ""] = GUIDE.split(`<!-- ${comment} -->\n\n`);
  const [table = ""] = after.split("\n\n");
  return table
    .split("\n")
    .slice(2)
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

/** Returns the code spans of a cell. */
const codes = (cell: string) => Array.from(cell.matchAll(/`([^`]+)`/gu), ([, code = ""]) => code);

const dataTypeOf = Schema.decodeUnknownSync(DataType);

describe("the guide to templates", () => {
  it.each(tableAfter("formats").map((cells) => cells.slice(0, 4)))(
    "prints %s as %s: %s is %s",
    (type = "", format = "", value = "", printed = "") => {
      const [dataType] = codes(type).map((code) => dataTypeOf(code));
      assert.isDefined(dataType);
      const [given = ""] = codes(value);
      const shown = printerOf(printFormat(dataType ?? "text", codes(format)[0]))(
        dataType === "boolean" ? given === "true" : given,
      );
      assert.strictEqual(shown, printed);
    },
  );

  it("names every type of field", () => {
    const named = tableAfter("field types").flatMap(([types = ""]) => codes(types));
    assert.sameMembers(named, [...FIELD_SCHEMAS.keys()]);
  });

  it("names every type of data", () => {
    const named = tableAfter("data types").flatMap(([types = ""]) => codes(types));
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
