import { assert, describe, it } from "@effect/vitest";
import { DateTime, Schema } from "effect";

import type { ProviderReport } from "../provider/provider_report.ts";
import { applyReport, type Progress } from "./signature_progress.ts";
import { isTerminal, SignatureStatus } from "./signature_status.ts";

const timeAt = (minute: number) => DateTime.makeUnsafe(Date.UTC(2026, 0, 1, 0, minute));

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
      return [{ kind: "declined", at: timeAt(9), recipientId: "two", reason: "No" }];
    case "cancelled":
      return [{ kind: "cancelled", at: timeAt(9), reason: "Changed" }];
    case "failed":
      return [{ kind: "failed", at: timeAt(9), reason: "Broken" }];
    default:
      return [{ kind: end, at: timeAt(9) }];
  }
};

const history = (
  views: number,
  signers: number,
  end: typeof End.Type,
): ReadonlyArray<ProviderReport> => [
  ...["one", "two"]
    .slice(0, views)
    .map((recipientId, n): ProviderReport => ({ kind: "viewed", at: timeAt(n), recipientId })),
  ...["one", "two"]
    // A recipient who declines has not signed.
    .slice(0, end === "declined" ? Math.min(signers, 1) : signers)
    .map((recipientId, n): ProviderReport => ({ kind: "signed", at: timeAt(3 + n), recipientId })),
  ...endReport(end),
];

const upTo = (most: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: most }));

describe("applyReport()", () => {
  it("is viewed once, keeps its status for signatures, and completes only with the documents", () => {
    const afterView = applyReport(FRESH, { kind: "viewed", at: timeAt(1), recipientId: null });
    assert.strictEqual(afterView.progress.status, "viewed");
    assert.deepEqual(afterView.events, [{ type: "signature.viewed" }]);
    const again = applyReport(afterView.progress, {
      kind: "viewed",
      at: timeAt(2),
      recipientId: "two",
    });
    assert.deepEqual(again.events, []);
    const afterSignature = applyReport(afterView.progress, {
      kind: "signed",
      at: timeAt(3),
      recipientId: "two",
    });
    assert.strictEqual(afterSignature.progress.status, "viewed");
    assert.deepEqual(
      afterSignature.events.map(({ type }) => type),
      ["signature.signed"],
    );
    const afterCompletion = applyReport(afterSignature.progress, {
      kind: "completed",
      at: timeAt(4),
    });
    assert.strictEqual(afterCompletion.progress.status, "viewed");
    assert.deepEqual(afterCompletion.progress.completingSince, timeAt(4));
    assert.deepEqual(afterCompletion.events, []);
  });

  it("ignores other ends after all have signed", () => {
    const completing = after(FRESH, [{ kind: "completed", at: timeAt(4) }]);
    for (const end of ["declined", "expired", "cancelled"] as const)
      assert.deepEqual(after(completing, endReport(end)), completing, end);
  });

  it("records a signature after the end without an event", () => {
    const cancelledProgress = after(FRESH, endReport("cancelled"));
    const late = applyReport(cancelledProgress, {
      kind: "signed",
      at: timeAt(3),
      recipientId: "one",
    });
    assert.strictEqual(late.progress.status, "cancelled");
    assert.deepEqual(late.progress.recipients[0]?.signedAt, timeAt(3));
    assert.deepEqual(late.events, []);
  });

  it("stores the reason of a cancellation, whichever report comes first", () => {
    const withReason: ProviderReport = { kind: "cancelled", at: timeAt(5), reason: "Changed" };
    const withoutReason: ProviderReport = { kind: "cancelled", at: timeAt(4), reason: null };
    const first = after(FRESH, [withoutReason]);
    assert.deepEqual(applyReport(first, withReason).events, []);
    assert.deepEqual(after(first, [withReason]), after(FRESH, [withReason, withoutReason]));
    assert.strictEqual(after(first, [withReason]).errorMessage, "Changed");
    const other: ProviderReport = { kind: "cancelled", at: timeAt(6), reason: "Something else" };
    assert.strictEqual(after(first, [withReason, other]).errorMessage, "Changed");
  });

  it("stores the reason of a recipient who declined", () => {
    const { status, recipients, errorMessage } = after(FRESH, endReport("declined"));
    assert.strictEqual(status, "declined");
    assert.strictEqual(errorMessage, "No");
    assert.deepEqual(
      recipients.map(({ declinedAt }) => declinedAt),
      [undefined, timeAt(9)],
    );
  });

  it.prop(
    "has the same result for any order and duplicates of reports",
    [upTo(2), upTo(2), End, Schema.Array(upTo(20)).check(Schema.isMaxLength(12))],
    ([views, signers, end, picks]) => {
      const reports = history(views, signers, end);
      if (reports.length === 0) return true;
      const duplicates = picks.map((pick) => reports[pick % reports.length]!);
      const shuffledReports = [...reports, ...duplicates].toSorted(
        (one, other) => rank(one, picks) - rank(other, picks),
      );
      const progress = after(FRESH, shuffledReports);
      const expected = after(FRESH, reports);
      // A view after the end does not change the status.
      if (isTerminal(expected.status) || end === "completed") {
        assert.deepEqual({ ...progress, status: "" }, { ...expected, status: "" });
        if (isTerminal(expected.status)) assert.strictEqual(progress.status, expected.status);
      } else assert.deepEqual(progress, expected);
      return true;
    },
  );

  it.prop(
    "never changes a final status",
    [SignatureStatus, upTo(2), upTo(2), End],
    ([status, views, signers, end]) => {
      const before: Progress = { ...FRESH, status, errorMessage: "As it was" };
      const later = after(before, history(views, signers, end));
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
  return Array.from(text).reduce((hash, char) => (hash * 31 + char.charCodeAt(0)) % 9973, 7);
}
