import { assert, describe, it } from "@effect/vitest";
import { Schema } from "effect";

import { History } from "./browser/design/history.ts";

describe("History", () => {
  it("undoes and redoes step by step", () => {
    const history = new History("a");
    history.step("b");
    history.step("c");
    assert.isTrue(history.undo());
    assert.isTrue(history.undo());
    assert.isFalse(history.undo());
    assert.strictEqual(history.present, "a");
    assert.isTrue(history.redo());
    assert.strictEqual(history.present, "b");
  });

  it("drops undone steps after a new step", () => {
    const history = new History("a");
    history.step("b");
    history.undo();
    history.step("c");
    assert.isFalse(history.canRedo);
    assert.isFalse(history.redo());
  });

  it("merges quick changes, but never into the saved state", () => {
    const history = new History("a");
    history.step("b", { now: 1000 });
    history.step("c", { now: 1100 });
    history.step("d", { now: 1200, savedState: "c" });
    history.step("e", { now: 5000 });
    history.undo();
    assert.strictEqual(history.present, "d");
    history.undo();
    assert.strictEqual(history.present, "c");
    history.undo();
    assert.strictEqual(history.present, "a");
  });

  it.prop(
    "returns to the same state after undo and redo",
    [Schema.Array(Schema.String)],
    ([states]) => {
      const history = new History("first");
      for (const state of states) history.step(state);
      const last = history.present;
      while (history.undo());
      const first = history.present;
      while (history.redo());
      return (
        first === (states.length > 100 ? states.at(-101) : "first") && history.present === last
      );
    },
  );
});
