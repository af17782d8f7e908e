import { assert, describe, it } from "@effect/vitest";
import { Cause } from "effect";

import { isPermanentFailure, UnreadableData } from "./errors.ts";

const sqlError = (cause: object) => ({
  _tag: "SqlError",
  reason: { _tag: "ConnectionError", cause },
});

describe("isPermanentFailure()", () => {
  it.each([
    ["a message that the client refuses", { _tag: "PgProtocolParseError", message: "too large" }],
    ["data that PostgreSQL refuses", { code: "22021" }],
    ["a limit of PostgreSQL", { code: "54000" }],
  ])("recognizes %s", (_, cause) => {
    assert.isTrue(isPermanentFailure(Cause.die(sqlError(cause))));
    assert.isTrue(isPermanentFailure(Cause.fail({ cause: sqlError(cause) })));
  });

  it("recognizes data that cannot be decoded", () => {
    assert.isTrue(isPermanentFailure(Cause.die(new UnreadableData({ message: "no such status" }))));
  });

  it.each([
    ["a lost connection", { code: "ECONNRESET" }],
    ["a full disk", { code: "53100" }],
    ["a deadlock", { code: "40P01" }],
  ])("does not recognize %s, which is retried", (_, cause) => {
    assert.isFalse(isPermanentFailure(Cause.die(sqlError(cause))));
  });

  it("ends on an error that is its own cause", () => {
    const error = new Error("again");
    error.cause = error;
    assert.isFalse(isPermanentFailure(Cause.die(error)));
  });
});
