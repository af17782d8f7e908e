import { assert, describe, it } from "@effect/vitest";
import { Schema } from "effect";

import { BlobId } from "./blob_id.ts";
import { jsonPieces, LARGE_STRING, splitJson } from "./stored_json.ts";

const MARKER = "blob of a test ";

/** Splits a text and joins its pieces. */
function roundTrip(json: string): string {
  const { text, literals } = splitJson(json, MARKER);
  JSON.parse(text);
  const blobs = literals.map((literal, number) => ({
    id: BlobId.make(String(number).padStart(64, "0")),
    byteSize: literal.length,
  }));
  const parts = blobs.length === 0 ? null : { marker: MARKER, blobs };
  const pieces = jsonPieces({ text, parts }).map((piece) =>
    piece.kind === "text" ? piece.text : literals[blobs.indexOf(piece.blob)],
  );
  return pieces.join("");
}

describe("splitJson()", () => {
  const large = `"${'\\\\\\"'.repeat(LARGE_STRING)}"`;

  it.prop("can be undone", [Schema.Record(Schema.String, Schema.Json)], ([value]) => {
    const json = `{ ${large} : ${JSON.stringify(value, null, 2)}, "2":[${large}], "1":1.10 }`;
    assert.strictEqual(roundTrip(json), json);
  });

  it("replaces long texts of any characters", () => {
    const many = Array.from({ length: 200 }, () => `"${"a".repeat(LARGE_STRING - 1)}"`);
    for (const long of [" ".repeat(5_000_000), `1.${"0".repeat(5_000_000)}`, many.join(",")]) {
      const json = `{"large":${large},"long":[${long}]}`;
      assert.isBelow(splitJson(json, MARKER).text.length, 5_000_000);
      assert.strictEqual(roundTrip(json), json);
    }
  });
});
