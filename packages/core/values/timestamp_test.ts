import { assert, describe, it } from "@effect/vitest";
import { DateTime, Option, Schema } from "effect";

import { IsoTimestamp } from "./timestamp.ts";

const decode = Schema.decodeUnknownOption(IsoTimestamp);

describe("IsoTimestamp", () => {
  it.each([
    ["2026-05-04T03:02:01Z", "2026-05-04T03:02:01.000Z"],
    ["2026-05-04T03:02Z", "2026-05-04T03:02:00.000Z"],
    ["2026-05-04T03:02:01.123456+02:00", "2026-05-04T01:02:01.123Z"],
    ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
    ["2028-02-29T00:00:00Z", "2028-02-29T00:00:00.000Z"],
  ])("accepts %s", (text, iso) => {
    assert.strictEqual(Option.getOrThrow(Option.map(decode(text), DateTime.formatIso)), iso);
  });

  it.each([
    "",
    "tomorrow",
    "2026-05-04",
    "2026-05-04T03:02:01",
    "2026-05-04 03:02:01Z",
    "2026-13-01T00:00:00Z",
    "2026-05-04T25:00:00Z",
    "+012026-05-04T03:02:01Z",
    "1777863721",
    0x69f80c29,
    null,
    "2026-05-04T03:02:01+99:00",
    "2026-02-30T00:00:00Z",
    "2027-02-29T00:00:00Z",
    "9999-12-31T23:59:59.999-12:00",
  ])("rejects %j", (text) => assert.isTrue(Option.isNone(decode(text))));
});
