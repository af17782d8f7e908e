import { assert, describe, it } from "@effect/vitest";
import { Schema } from "effect";

import { hasEnded, nextRenderStatus, RenderStatus, statusesBefore } from "./render_status.ts";

const Move = Schema.Literals(["start", "requeue", "succeed", "fail"]);

describe("nextRenderStatus()", () => {
  it.prop("has no transition from a final status", [RenderStatus, Move], ([status, move]) => {
    if (hasEnded(status)) assert.isUndefined(nextRenderStatus(status, move));
  });

  it.prop(
    "follows the contract for any sequence of transitions",
    [Schema.Array(Move)],
    ([moves]) => {
      const path: Array<RenderStatus> = ["queued"];
      for (const move of moves) {
        const next = nextRenderStatus(path.at(-1) ?? "queued", move);
        if (next !== undefined) path.push(next);
      }
      const succeededIndex = path.indexOf("succeeded");
      assert.isTrue(succeededIndex === -1 || path[succeededIndex - 1] === "rendering");
      assert.isAtMost(path.filter(hasEnded).length, 1);
    },
  );
});

describe("statusesBefore()", () => {
  it("lets a worker take over from a dead one", () => {
    assert.sameMembers([...statusesBefore("start")], ["queued", "rendering"]);
    assert.sameMembers([...statusesBefore("succeed")], ["rendering"]);
  });
});
