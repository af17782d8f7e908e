import { assert, describe, it } from "@effect/vitest";
import { Schema } from "effect";

import { storedRender } from "../renders/render_rows.ts";
import { RowTime, rowReader } from "./row_reader.ts";

const timestamp = new Date("2026-05-04T03:02:01Z");

describe("rowReader()", () => {
  it("reads the renders of lists", () => {
    assert.isDefined(rowReader(Schema.Struct(storedRender)));
  });

  it("reads described columns as the decoder does", () => {
    const schema = Schema.Struct({
      id: Schema.String.annotateKey({ description: "The id." }),
      status: Schema.Literals(["queued", "failed"]).annotateKey({ description: "The status." }),
      pages: Schema.NullOr(Schema.Int),
      createdAt: RowTime,
    });
    const row = { id: "1", status: "queued", pages: null, createdAt: timestamp };
    assert.deepStrictEqual(rowReader(schema)?.([row]), [Schema.decodeUnknownSync(schema)(row)]);
    assert.isUndefined(rowReader(schema)?.([{ ...row, status: "lost" }]));
  });

  it("leaves optional and converted columns to the decoder", () => {
    const optional = Schema.Struct({ name: Schema.optionalKey(Schema.String) });
    const converted = Schema.Struct({ count: Schema.NumberFromString });
    assert.isUndefined(rowReader(optional));
    assert.isUndefined(rowReader(converted));
  });
});
