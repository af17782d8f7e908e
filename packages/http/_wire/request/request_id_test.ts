import { assert, describe, it } from "@effect/vitest";
import { Headers } from "effect/http";

import { clientRequestId, REQUEST_ID } from "./request_id.ts";

const given = (id: string) => clientRequestId(Headers.fromInput({ [REQUEST_ID]: id }));

describe("clientRequestId()", () => {
  it.each(["a", "req-1:/?~!", "x".repeat(128)])("passes %s on", (id) => {
    assert.strictEqual(given(id), id);
  });

  it.each(["", "two words", "x".repeat(129), "umläut", "tab\there"])("drops %j", (id) => {
    assert.isUndefined(given(id));
  });

  it("has nothing to pass on when nothing is sent", () => {
    assert.isUndefined(clientRequestId(Headers.empty));
  });
});
