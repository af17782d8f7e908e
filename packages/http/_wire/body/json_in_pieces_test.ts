import { assert, describe, it } from "@effect/vitest";
import { randomNumbers } from "@paraph/testing/random_numbers";

import { jsonInPieces } from "./json_in_pieces.ts";

/** What is read, in how many pieces. */
function read(text: string, piece: number) {
  const pieces = jsonInPieces(text, piece);
  for (let turns = 0; ; turns++) {
    const step = pieces.next();
    if (step.done === true) return { value: step.value, turns };
  }
}

/** What comes of reading a text: what it says as JSON, or that it is none. */
function outcome(parse: () => unknown): unknown {
  try {
    return JSON.stringify(parse());
  } catch (error) {
    assert.instanceOf(error, SyntaxError);
    return "no JSON";
  }
}

const same = (text: string, piece: number) =>
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

const WRONG = [
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
  it("says what JSON.parse says, however small the pieces", () => {
    for (const text of [...TEXTS, ...WRONG])
      for (const piece of [0, 1, 2, 5, 9, 1000]) same(text, piece);
  });

  it("says so of texts that were damaged, too", () => {
    const random = randomNumbers(7);
    const upTo = (limit: number) => Math.floor(random() * limit);
    for (let round = 0; round < 4000; round++) {
      const text = TEXTS[upTo(TEXTS.length)] ?? "";
      const [at, to] = [upTo(text.length + 1), upTo(4)];
      const put = ['"', "[", "]", "{", "}", ",", ":", "\\", " ", "1", ""][upTo(11)] ?? "";
      same(text.slice(0, at) + put + text.slice(at + to), upTo(8));
    }
  });

  it("gives others a turn all the time", () => {
    const rows = `[${'{"a":1,"b":[null,"x"]},'.repeat(50_000)}0]`;
    assert.isAbove(read(`{"data":{"rows":${rows},"more":${rows}}}`, 10_000).turns, 200);
  });

  it("never reaches a prototype", () => {
    const { value } = read('{"__proto__":{"polluted":[1,2,3]},"b":[1,2,3]}', 2);
    assert.deepEqual(Object.keys(Object(value)), ["__proto__", "b"]);
    assert.isFalse("polluted" in {});
  });
});
