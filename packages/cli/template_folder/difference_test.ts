import { assert, describe, it } from "@effect/vitest";
import { Schema } from "effect";

import { differenceLine, differences } from "./difference.ts";

const variable = (key: string, label = key) => ({ key, label, dataType: "text" });
const field = (name: string, x = 0) => ({ name, type: "text", position: { x, y: 0 } });

const linesOf = (from: unknown, to: unknown) => differences(from, to).map(differenceLine);

describe("differences()", () => {
  it("names values by their paths, and fields by page and name", () => {
    const from = {
      name: "Receipt",
      manifest: { variables: [variable("a"), variable("b")], loops: [] },
      layout: { schemas: [[field("logo"), field("total")], [field("end")]] },
    };
    const to = {
      name: "Bill",
      manifest: { variables: [variable("new"), variable("a"), variable("b", "B")], loops: [] },
      layout: { schemas: [[field("total", 5), field("logo")], []] },
    };
    assert.deepStrictEqual(linesOf(from, to), [
      '~ name: "Receipt" → "Bill"',
      '~ manifest.variables.2.label: "b" → "B"',
      '+ manifest.variables.0: {"key":"new","label":"new","dataType":"text"}',
      "~ layout.page 1.total.position.x: 0 → 5",
      '~ layout.page 1.(order): ["logo","total"] → ["total","logo"]',
      '- layout.page 2.end: {"name":"end","type":"text","position":{"x":0,"y":0}}',
    ]);
  });

  it("shows files by size and SHA-256", () => {
    const pdf = (text: string) => `data:application/pdf;base64,${btoa(text)}`;
    const [change] = differences({ basePdf: pdf("a") }, { basePdf: pdf("ab") });
    assert.match(
      String(change?.from),
      /^application\/pdf, 1 bytes, sha256 ca978112ca1b[0-9a-f]{52}$/,
    );
    assert.match(String(change?.to), /^application\/pdf, 2 bytes, sha256 [0-9a-f]{64}$/);
  });

  it.prop("finds none between equal values in any order", [Schema.Json], ([value]) => {
    const layout = { b: value, a: { layout: value } };
    assert.deepStrictEqual(differences(layout, { a: { layout: value }, b: value }), []);
  });

  it.prop("finds some between different values", [Schema.Json, Schema.Json], ([from, to]) => {
    const isSame = JSON.stringify(from) === JSON.stringify(to);
    return isSame || differences({ x: [from] }, { x: [to, 1] }).length > 0;
  });
});
