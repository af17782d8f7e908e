import { assert, describe, it } from "@effect/vitest";
import { DateTime, Schema } from "effect";

import type { ProviderReport } from "../provider/provider_report.ts";
import { applyReport, type Progress } from "./signature_progress.ts";
import { isTerminal, SignatureStatus } from "./signature_status.ts";

const at = (minute: number) => DateTime.makeUnsafe(Date.UTC(2026, 0, 1, 0, minute));

const recipient = (id: string) => ({
  id,
  firstName: "Ada",
  lastName: "",
  email: "ada@example.com",
  order: 1,
  designation: "Signer" as const,
});

const FRESH: Progress = {
  status: "sent",
  recipients: [recipient("one"), recipient("two")],
  completingSince: null,
  errorMessage: null,
};

const after = (progress: Progress, reports: ReadonlyArray<ProviderReport>) =>
  reports.reduce((before, report) => applyReport(before, report).progress, progress);

/** The ends of a request. Views and signatures come in any order, and at most one end. */
const End = Schema.Literals(["none", "completed", "declined", "expired", "cancelled", "failed"]);

const endReport = (end: typeof End.Type): ReadonlyArray<ProviderReport> => {
  switch (end) {
    case "none":
      return [];
    case "declined":
      return [{ kind: "declined", at: at(9), recipientId: "two", reason: "No" }];
    case "cancelled":
      return [{ kind: "cancelled", at: at(9), reason: "Changed" }];
    case "failed":
      return [{ kind: "failed", at: at(9), reason: "Broken" }];
    default:
      return [{ kind: end, at: at(9) }];
  }
};

const history = (
  views: number,
  signers: number,
  end: typeof End.Type,
): ReadonlyArray<ProviderReport> => [
  ...["one", "two"]
    .slice(0, views)
    .map((recipientId, n): ProviderReport => ({ kind: "viewed", at: at(n), recipientId })),
  ...["one", "two"]
    // A recipient who declines has not signed.
    .slice(0, end === "declined" ? Math.min(signers, 1) : signers)
    .map((recipientId, n): ProviderReport => ({ kind: "signed", at: at(3 + n), recipientId })),
  ...endReport(end),
];

const upTo = (most: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: most }));

describe("applyReport()", () => {
  it("is viewed once, keeps its status for signatures, and completes only with the documents", () => {
    const viewed = applyReport(FRESH, { kind: "viewed", at: at(1), recipientId: null });
    assert.strictEqual(viewed.progress.status, "viewed");
    assert.deepEqual(viewed.events, [{ type: "signature.viewed" }]);
    const again = applyReport(viewed.progress, { kind: "viewed", at: at(2), recipientId: "two" });
    assert.deepEqual(again.events, []);
    const signed = applyReport(viewed.progress, { kind: "signed", at: at(3), recipientId: "two" });
    assert.strictEqual(signed.progress.status, "viewed");
    assert.deepEqual(
      signed.events.map(({ type }) => type),
      ["signature.signed"],
    );
    const completed = applyReport(signed.progress, { kind: "completed", at: at(4) });
    assert.strictEqual(completed.progress.status, "viewed");
    assert.deepEqual(completed.progress.completingSince, at(4));
    assert.deepEqual(completed.events, []);
  });

  it("ignores other ends after all have signed", () => {
    const completing = after(FRESH, [{ kind: "completed", at: at(4) }]);
    for (const end of ["declined", "expired", "cancelled"] as const)
      assert.deepEqual(after(completing, endReport(end)), completing, end);
  });

  it("records a signature after the end without an event", () => {
    const cancelled = after(FRESH, endReport("cancelled"));
    const late = applyReport(cancelled, { kind: "signed", at: at(3), recipientId: "one" });
    assert.strictEqual(late.progress.status, "cancelled");
    assert.deepEqual(late.progress.recipients[0]?.signedAt, at(3));
    assert.deepEqual(late.events, []);
  });

  it("stores the reason of a cancellation, whichever report comes first", () => {
    const known: ProviderReport = { kind: "cancelled", at: at(5), reason: "Changed" };
    const unexplained: ProviderReport = { kind: "cancelled", at: at(4), reason: null };
    const first = after(FRESH, [unexplained]);
    assert.deepEqual(applyReport(first, known).events, []);
    assert.deepEqual(after(first, [known]), after(FRESH, [known, unexplained]));
    assert.strictEqual(after(first, [known]).errorMessage, "Changed");
    const other: ProviderReport = { kind: "cancelled", at: at(6), reason: "Something else" };
    assert.strictEqual(after(first, [known, other]).errorMessage, "Changed");
  });

  it("stores the reason of a recipient who declined", () => {
    const { status, recipients, errorMessage } = after(FRESH, endReport("declined"));
    assert.strictEqual(status, "declined");
    assert.strictEqual(errorMessage, "No");
    assert.deepEqual(
      recipients.map(({ declinedAt }) => declinedAt),
      [undefined, at(9)],
    );
  });

  it.prop(
    "has the same result for any order and duplicates of reports",
    [upTo(2), upTo(2), End, Schema.Array(upTo(20)).check(Schema.isMaxLength(12))],
    ([views, signers, end, picks]) => {
      const sorted = history(views, signers, end);
      if (sorted.length === 0) return true;
      const repeated = picks.map((pick) => sorted[pick % sorted.length]!);
      const shuffled = [...sorted, ...repeated].toSorted(
        (one, other) => rank(one, picks) - rank(other, picks),
      );
      const ended = after(FRESH, shuffled);
      const expected = after(FRESH, sorted);
      // A view after the end does not change the status.
      if (isTerminal(expected.status) || end === "completed") {
        assert.deepEqual({ ...ended, status: "" }, { ...expected, status: "" });
        if (isTerminal(expected.status)) assert.strictEqual(ended.status, expected.status);
      } else assert.deepEqual(ended, expected);
      return true;
    },
  );

  it.prop(
    "never changes a final status",
    [SignatureStatus, upTo(2), upTo(2), End],
    ([status, views, signers, end]) => {
      const ended: Progress = { ...FRESH, status, errorMessage: "As it was" };
      const later = after(ended, history(views, signers, end));
      if (isTerminal(status)) {
        assert.strictEqual(later.status, status);
        assert.strictEqual(later.errorMessage, "As it was");
        assert.strictEqual(later.completingSince, null);
      }
      return true;
    },
  );
});

/** A sort key that depends on the picks. */
function rank(report: ProviderReport, picks: ReadonlyArray<number>): number {
  const { kind } = report;
  const who = "recipientId" in report ? report.recipientId : "";
  const text = `${kind}${who}${picks.join()}`;
  return Array.from(text).reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 9973, 7);
}
