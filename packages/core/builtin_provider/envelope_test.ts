import { assert, describe, it } from "@effect/vitest";
import { DateTime, Schema } from "effect";

import { Designation } from "../signatures/mod.ts";
import { ceremonyState, currentRecipients, EnvelopeState } from "./envelope.ts";

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

const People = Schema.Array(
  Schema.Struct({
    designation: Designation,
    done: Schema.Boolean,
    step: Schema.Literals([1, 2, 3]),
  }),
);

describe("currentRecipients()", () => {
  it.prop("returns every recipient but CCs once, step by step", [People], ([people]) => {
    const recipients = people.map(({ designation, done, step }, index) => ({
      designation,
      step,
      order: people.length - index,
      finishedAt: done ? before : null,
    }));
    const turns: Array<ReadonlyArray<number>> = [];
    for (
      let remaining = recipients, current = currentRecipients(remaining);
      current.length > 0;
      current = currentRecipients(remaining)
    ) {
      assert.lengthOf(new Set(current.map(({ step }) => step)), 1);
      turns.push(...current.map(({ step, order }) => [step, order]));
      const finished = new Set(current);
      remaining = remaining.filter((one) => !finished.has(one));
    }
    const expected = recipients
      .filter(({ designation, finishedAt }) => designation !== "CC" && finishedAt === null)
      .map(({ step, order }) => [step, order] as const)
      .toSorted(([step, order], [otherStep, other]) => step - otherStep || order - other);
    assert.deepEqual(turns, expected);
  });
});
