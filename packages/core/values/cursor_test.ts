import { assert, describe, it } from "@effect/vitest";
import { Schema } from "effect";

import { cursorAfter, idBound, millisOf } from "./page.ts";

const UuidV7 = Schema.String.check(Schema.isUUID(7));

describe("cursorAfter()", () => {
  it.prop("converts back to the id of its row", [UuidV7], ([id]) => {
    const lower = id.toLowerCase();
    assert.strictEqual(idBound(cursorAfter(lower)), lower);
  });

  it.prop("sorts like the ids", [UuidV7, UuidV7], ([a, b]) => {
    const [x, y] = [a.toLowerCase(), b.toLowerCase()];
    assert.strictEqual(x < y, (idBound(cursorAfter(x)) ?? "") < (idBound(cursorAfter(y)) ?? ""));
  });
});

describe("idBound()", () => {
  it("reads any ISO timestamp as the first id of its millisecond", () => {
    const bound = idBound("2026-11-21T02:44:16.123Z");
    assert.strictEqual(bound?.slice(15), "7000-8000-000000000000".slice(1));
    assert.strictEqual(millisOf(bound ?? ""), Date.parse("2026-11-21T02:44:16.123Z"));
  });

  it("reads time zones and short fractions", () => {
    assert.strictEqual(idBound("2026-11-21T03:44:16.5+01:00"), idBound("2026-11-21T02:44:16.500Z"));
  });

  it.each(["", "yesterday", "2026-13-01T00:00:00Z", "2026-01-01", "2026-01-01T00:00:00", "1"])(
    "refuses %j",
    (text) => assert.isUndefined(idBound(text)),
  );
});
