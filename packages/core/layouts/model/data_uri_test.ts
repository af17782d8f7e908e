import { assert, describe, it } from "@effect/vitest";
import { Schema } from "effect";

import { parseDataUri } from "./data_uri.ts";

describe("parseDataUri()", () => {
  it.prop("returns the bytes of the file", [Schema.Uint8Array], ([bytes]) => {
    const uri = `data:image/png;base64,${Buffer.from(bytes).toString("base64")}`;
    assert.deepStrictEqual(parseDataUri(uri), { mediaType: "image/png", bytes });
  });

  it.each([
    "",
    "data:",
    "data:image/png,abc",
    "data:image/png;base64,***",
    "data:;base64,AAAA",
    "https://a.b/c",
  ])("rejects %j", (text) => assert.isUndefined(parseDataUri(text)));
});
