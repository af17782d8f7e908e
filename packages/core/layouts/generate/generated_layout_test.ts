import { assert, describe, it } from "@effect/vitest";

import { DataType, type Manifest } from "../../manifests/mod.ts";
import { checkLayout } from "../check/layout_check.ts";
import { PageFormat, withPageDefaults } from "../model/page_config.ts";
import { generateLayout } from "./generated_layout.ts";

const variables = (count: number): Manifest["variables"] =>
  Array.from({ length: count }, (_, index) => ({
    key: `group.value${index}`,
    label: `Value {${index}}`,
    dataType: DataType.literals[index % DataType.literals.length] ?? "text",
    required: index % 2 === 0,
  }));

const loop = (fields: number) => ({
  key: `rows${fields}`,
  label: "Rows",
  itemFields: Array.from({ length: fields }, (_, index) => ({
    key: `field${index}`,
    label: `Field ${index}`,
    dataType: DataType.literals[index % DataType.literals.length] ?? "text",
    required: false,
  })),
});

describe("generateLayout()", () => {
  it.each(PageFormat.literals)("can be published on %s with any manifest", (format) => {
    for (const orientation of ["portrait", "landscape"] as const) {
      const pageConfig = withPageDefaults({ format, orientation });
      for (const manifest of [
        { variables: [], loops: [] },
        { variables: variables(1), loops: [] },
        { variables: variables(40), loops: [loop(1), loop(5)] },
        { variables: variables(500), loops: [loop(100)] },
      ]) {
        const layout = generateLayout(manifest, { title: "A {title}", pageConfig });
        assert.deepStrictEqual(checkLayout(layout, manifest), []);
      }
    }
  });

  it("can be published without any margin", () => {
    const layout = generateLayout(
      { variables: variables(12), loops: [] },
      { title: "Full bleed", pageConfig: withPageDefaults({ margin: "0mm" }) },
    );
    assert.deepStrictEqual(checkLayout(layout, { variables: variables(12), loops: [] }), []);
  });
});
