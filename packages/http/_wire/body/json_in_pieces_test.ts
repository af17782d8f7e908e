import { assert, describe, it } from "@effect/vitest";
import { randomNumbers } from "@paraph/testing/random_numbers";

import { jsonInPieces } from "./json_in_pieces.ts";

/** The parsed value, and the number of pieces. */
function read(text: string, piece: number) {
  const pieces = jsonInPieces(text, piece);
  for (let steps = 0; ; steps++) {
    const step = pieces.next();
    if (step.done === true) return { value: step.value, steps };
  }
}

/** The parsed value, or that the text is invalid. */
function outcome(parse: () => unknown): unknown {
  try {
    return JSON.stringify(parse());
  } catch (error) {
    assert.instanceOf(error, SyntaxError);
    return "no JSON";
  }
}

const assertSame = (text: string, piece: number) =>
  assert.strictEqual(
    outcome(() => read(text, piece).value),
    outcome(() => JSON.parse(text)),
    text,
  );

const TEXTS = [
  "[]",
  "{}",
  " [ ] ",
  "[[],{}]",
  '{"a":{}}',
  "[1,2,3]",
  '["a,b","]","\\"","\\\\"]',
  "12",
  '"x"',
  '{"a":[1,{"b":[[],[{}]]}],"c":"}","d":{"e":null}}',
  '	{"a b" : [ 1 , 2 ] , "c":{ } }\r\n',
  '{"__proto__":{"a":[1,2,3]},"constructor":1}',
  '{"a":1,"a":[1,2],"2":3,"1":[4]}',
  '[{"__proto__":[1,2,3,4,5]}]',
  "[[[[[[1]]]]],2]",
  '{"\\u0061":[0,1,2],"":[[]]}',
];

const INVALID = [
  "[",
  "{",
  "]",
  "[}",
  "{]",
  "[1,]",
  "[,1]",
  "[1,,2]",
  "[[1],]",
  "[,[1]]",
  "[[1,2,3],,1]",
  '{"a":[1,2}',
  '{"a":1]',
  '{"a":[1,2,3],}',
  '{,"a":[1]}',
  "{[1,2,3]}",
  '{"a" [1,2]}',
  "{a:[1]}",
  "[1]]",
  "[1] 1",
  "[1 2]",
  "[[1,2,3] 4]",
  '["a]',
  "[1],[2]",
  '["a":1]',
  "{1}",
  "[\xA01]",
  '[\\"a\\",[1,2]]',
  '[{"a":[1,2}]]',
  "﻿[1,2,3]",
  '{"a":x[1,2,3]}',
  "[x[1,2,3]]",
];

describe("jsonInPieces()", () => {
  it("returns the same as JSON.parse for all piece sizes", () => {
    for (const text of [...TEXTS, ...INVALID])
      for (const piece of [0, 1, 2, 5, 9, 1000]) assertSame(text, piece);
  });

  it("returns the same as JSON.parse for corrupted texts", () => {
    const random = randomNumbers(7);
    const upTo = (limit: number) => Math.floor(random() * limit);
    for (let round = 0; round < 4000; round++) {
      const text = TEXTS[upTo(TEXTS.length)] ?? "";
      const [index, to] = [upTo(text.length + 1), upTo(4)];
      const put = ['"', "[", "]", "{", "}", ",", ":", "\\", " ", "1", ""][upTo(11)] ?? "";
      assertSame(text.slice(0, index) + put + text.slice(index + to), upTo(8));
    }
  });

  it("yields regularly", () => {
    const rows = `[${'{"a":1,"b":[null,"x"]},'.repeat(50_000)}0]`;
    assert.isAbove(read(`{"data":{"rows":${rows},"more":${rows}}}`, 10_000).steps, 200);
  });

  it("does not modify prototypes", () => {
    const { value } = read('{"__proto__":{"polluted":[1,2,3]},"b":[1,2,3]}', 2);
    assert.deepEqual(Object.keys(Object(value)), ["__proto__", "b"]);
    assert.isFalse("polluted" in {});
  });
});
