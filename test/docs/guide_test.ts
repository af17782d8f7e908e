import fs from "node:fs";
import os from "node:os";
import path from "node:path";

import { assert, describe, it, layer } from "@effect/vitest";
import { FIELD_SCHEMAS } from "@paraph/core/layouts";
import { DataType, printFormat, printerOf } from "@paraph/core/manifests";
import { codesIn, tablesAfter } from "@paraph/testing/markdown_table";
import { Effect, Schema } from "effect";

import { renderFiles, renderingServices, ROOT } from "../support/example_drawing.ts";
import { readWith } from "../support/outside_tool.ts";

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

/** Returns the output of a program that the guide shows. */
function outputAfter(program: string): string {
  const [, text] = GUIDE.split(`<!-- output: ${program} -->\n\n\`\`\`text\n`);
  assert.isDefined(text);
  return text?.split("```")[0] ?? "";
}

layer(renderingServices)("the outputs in the guide to templates", (it) => {
  it.effect.each([
    { program: "pdfinfo", options: [] },
    { program: "pdfdetach", options: ["-list"] },
  ])("are those of $program", ({ program, options }) =>
    Effect.gen(function* () {
      const example = "examples/guide/files";
      const { bytes } = yield* renderFiles(`${example}/template.json`, `${example}/data.json`);
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-guide-"));
      try {
        const file = path.join(folder, "order.pdf");
        fs.writeFileSync(file, bytes);
        const expected = outputAfter(program);
        const actual = readWith(program, [...options, file])?.output;
        if (actual !== undefined) assert.strictEqual(actual.slice(0, expected.length), expected);
      } finally {
        fs.rmSync(folder, { recursive: true });
      }
    }),
  );
});
