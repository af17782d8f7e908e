import { DateTime, Effect } from "effect";

import { ProviderInbox, type ProviderReport } from "../signatures/mod.ts";
import { type Timestamp, Transaction } from "../values/mod.ts";
import type { Happened } from "./audit_chain.ts";
import type { AuditDetails } from "./audit_event.ts";
import { auditLog } from "./audit_log.ts";
import { whoseTurn } from "./ceremony_state.ts";
import type { SigningEnvelope } from "./signing_envelope.ts";
import type { SadEnd } from "./signing_letter.ts";
import { signingMails } from "./signing_mails.ts";
import { SigningStore } from "./signing_store.ts";

/** How and by whom an envelope is given up. */
export interface GivenUp {
  readonly how: SadEnd;
  readonly who: string;
  readonly reason: string | null;
  readonly details: AuditDetails;
  readonly report: ProviderReport;
}

/**
 * The steps that everything which happens to an envelope is made of. Each belongs in a transaction
 * that holds the envelope's lock: what is written, told and mailed happens together or not at all.
 */
export const envelopeMoves = Effect.gen(function* () {
  const store = yield* SigningStore;
  const transaction = yield* Transaction;
  const inbox = yield* ProviderInbox;
  const log = yield* auditLog;
  const mails = yield* signingMails;

  /**
   * Runs a change under the lock of an envelope, at a moment no earlier than it was got; fails as told when
   * it was erased.
   */
  const held = <A, E, Erased>(
    id: string,
    erased: Erased,
    change: (envelope: SigningEnvelope, at: Timestamp) => Effect.Effect<A, E>,
  ) =>
    transaction.run(
      Effect.gen(function* () {
        const envelope = yield* Effect.fromOption(yield* store.lock(id), () => erased);
        return yield* change(envelope, yield* DateTime.now);
      }),
    );

  /** Tells those who follow the request; the same thing about the same one is told once. */
  const report = ({ id }: SigningEnvelope, said: ProviderReport) => {
    const about = "recipientId" in said && said.recipientId !== null ? said.recipientId : id;
    const received = { kind: said.kind, about };
    return inbox.deliver("builtin", [
      { key: `${said.kind}:${about}`, providerId: id, report: said, received },
    ]);
  };

  /** Asks whoever's turn it is now; without anybody left, the document is to be sealed. */
  const advance = Effect.fnUntraced(function* (
    envelope: SigningEnvelope,
    at: Timestamp,
    before: ReadonlyArray<Happened>,
  ) {
    const { id, recipients } = envelope;
    const next = whoseTurn(recipients);
    if (next === undefined) {
      const finished = { at, type: "finished", who: "Paraph", details: {} } as const;
      yield* log.append(id, [...before, finished]);
      yield* store.move(id, { state: "sealing", endedAt: at, endReason: null });
      yield* report(envelope, { kind: "completed", at });
      return;
    }
    const details = { recipientId: next.id, email: next.email };
    yield* log.append(id, [...before, { at, type: "invited", who: "Paraph", details }]);
    yield* store.note(next.id, { invitedAt: at });
    yield* mails.invite(envelope, next);
  });

  /** Ends an envelope that comes to nothing, and tells those who know of it. */
  const giveUp = Effect.fnUntraced(function* (
    envelope: SigningEnvelope,
    at: Timestamp,
    { how, who, reason, details, report: said }: GivenUp,
  ) {
    yield* log.append(envelope.id, [{ at, type: how, who, details }]);
    yield* store.move(envelope.id, { state: how, endedAt: at, endReason: reason });
    yield* report(envelope, said);
    const toBeTold = envelope.recipients.filter(
      ({ id, invitedAt, finishedAt }) =>
        invitedAt !== null &&
        id !== details["recipientId"] &&
        (how === "declined" || finishedAt === null),
    );
    yield* Effect.forEach(toBeTold, (recipient) => mails.tellEnded(envelope, recipient, how));
  });

  return { held, report, advance, giveUp, log, mails };
});
