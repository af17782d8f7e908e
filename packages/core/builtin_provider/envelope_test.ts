import { assert, describe, it } from "@effect/vitest";
import { DateTime, Schema } from "effect";

import { Designation } from "../signatures/mod.ts";
import { ceremonyState, currentRecipient, EnvelopeState } from "./envelope.ts";

const expiresAt = DateTime.makeUnsafe("2026-05-04T03:02:01Z");
const before = DateTime.subtract(expiresAt, { seconds: 1 });

describe("ceremonyState()", () => {
  it.each([
    ["open", null, before, "open"],
    ["open", before, before, "finished"],
    ["open", null, expiresAt, "expired"],
    ["open", before, expiresAt, "expired"],
    ["sealing", before, expiresAt, "finished"],
    ["sealing", null, before, "finished"],
    ["completed", before, expiresAt, "completed"],
    ["declined", null, expiresAt, "declined"],
    ["cancelled", before, before, "cancelled"],
    ["expired", null, before, "expired"],
  ] as const)("of %s, finished %s, is at %s: %s", (state, finishedAt, now, expected) => {
    assert.strictEqual(ceremonyState({ state, expiresAt }, { finishedAt }, now), expected);
  });

  it("is open only for open envelopes", () => {
    for (const state of EnvelopeState.literals) {
      const ceremony = ceremonyState({ state, expiresAt }, { finishedAt: null }, before);
      assert.strictEqual(ceremony === "open", state === "open");
    }
  });
});

const People = Schema.Array(Schema.Struct({ designation: Designation, done: Schema.Boolean }));

describe("currentRecipient()", () => {
  it.prop("returns every recipient but CCs once, in order", [People], ([people]) => {
    const recipients = people.map(({ designation, done }, index) => ({
      designation,
      order: people.length - index,
      finishedAt: done ? before : null,
    }));
    const orders: Array<number> = [];
    for (
      let remaining = recipients, next = currentRecipient(remaining);
      next !== undefined;
      next = currentRecipient(remaining)
    ) {
      orders.push(next.order);
      remaining = remaining.filter((one) => one !== next);
    }
    const expected = recipients
      .filter(({ designation, finishedAt }) => designation !== "CC" && finishedAt === null)
      .map(({ order }) => order)
      .toSorted((one, other) => one - other);
    assert.deepEqual(orders, expected);
  });
});
