import { assert, describe, it } from "@effect/vitest";

import { isTerminal, nextSignatureStatus, SignatureStatus } from "./signature_status.ts";

const MOVES = ["view", "complete", "decline", "expire", "cancel", "fail"] as const;

describe("nextSignatureStatus()", () => {
  it("allows exactly the transitions of the contract", () => {
    const transitions = SignatureStatus.literals.flatMap((status) =>
      MOVES.flatMap((move) => {
        const next = nextSignatureStatus(status, move);
        return next === undefined ? [] : [`${status} ${next}`];
      }),
    );
    assert.sameMembers(transitions, [
      "sent viewed",
      ...["completed", "declined", "expired", "cancelled", "failed"].flatMap((end) => [
        `sent ${end}`,
        `viewed ${end}`,
      ]),
    ]);
  });

  it.each(SignatureStatus.literals.filter(isTerminal))("never leaves %s", (status) => {
    for (const move of MOVES) assert.isUndefined(nextSignatureStatus(status, move));
  });
});
