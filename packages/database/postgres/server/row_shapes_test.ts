import { assert, describe, it } from "@effect/vitest";
import { String } from "effect";

import { RowShapes } from "./row_shapes.ts";

const columns = Array.from({ length: 30 }, (_, index) => ({ name: `a_column${index}` }));
const values = columns.map((_, index) => (index % 3 === 0 ? null : index));

describe("RowShapes", () => {
  it("builds rows of a known statement from their values, and renames rows", () => {
    const shapes = new RowShapes(String.snakeToCamel);
    assert.isUndefined(shapes.of("SELECT"));
    const shape = shapes.learn("SELECT", columns);
    assert.strictEqual(shapes.of("SELECT"), shape);
    const expected = Object.fromEntries(values.map((value, index) => [`aColumn${index}`, value]));
    assert.deepStrictEqual(shape.build(values), expected);
    const row = Object.fromEntries(columns.map(({ name }, index) => [name, values[index]]));
    assert.deepStrictEqual(shape.rename(row), expected);
    assert.deepStrictEqual(shape.build(values.toReversed())["aColumn0"], 29);
  });

  it("forgets statements when there are too many", () => {
    const shapes = new RowShapes(String.snakeToCamel);
    for (let index = 0; index <= 2_000; index++) shapes.learn(`SELECT ${index}`, []);
    assert.isUndefined(shapes.of("SELECT 0"));
    assert.isDefined(shapes.of("SELECT 2000"));
  });
});
