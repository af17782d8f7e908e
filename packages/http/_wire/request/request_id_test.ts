import { assert, describe, it } from "@effect/vitest";
import { Headers } from "effect/http";

import { clientRequestId, REQUEST_ID } from "./request_id.ts";

const idOf = (id: string) => clientRequestId(Headers.fromInput({ [REQUEST_ID]: id }));

describe("clientRequestId()", () => {
  it.each(["a", "req-1:/?~!", "x".repeat(128)])("accepts %s", (id) => {
    assert.strictEqual(idOf(id), id);
  });

  it.each(["", "two words", "x".repeat(129), "umläut", "tab\there"])("rejects %j", (id) => {
    assert.isUndefined(idOf(id));
  });

  it("returns undefined without a header", () => {
    assert.isUndefined(clientRequestId(Headers.empty));
  });
});
