import { Effect, Schema } from "effect";
import { Digest } from "effect/crypto";

import {
  appendAudit,
  BrokenAudit,
  checkAuditChain,
  type Happened,
  NewerAudit,
  sha256Hex,
} from "./audit_chain.ts";
import { AUDIT_FORMAT, AuditBody, type AuditTrail } from "./audit_event.ts";
import { auditJson } from "./audit_json.ts";
import { canonicalJson } from "./canonical_json.ts";
import type { SigningEnvelope } from "./signing_envelope.ts";
import { type KeptAudit, SigningStore } from "./signing_store.ts";

/** An audit trail that was checked, and the text of it. */
export interface CheckedAudit {
  readonly trail: AuditTrail;
  readonly json: string;
}

const readBody = Schema.decodeEffect(Schema.fromJsonString(AuditBody));

/** Writes audit trails and reads them again. */
export const auditLog = Effect.gen(function* () {
  const store = yield* SigningStore;
  const digest = yield* Digest.Digest;

  const append = Effect.fnUntraced(
    function* (id: string, happened: ReadonlyArray<Happened>) {
      const before = yield* store.auditHead(id);
      const write = Effect.fnUntraced(function* (head: typeof before, what: Happened) {
        const { hash, ...body } = yield* appendAudit(head, what);
        yield* store.addAudit(id, { seq: body.seq, body: canonicalJson(body), hash });
        return { head: hash, length: body.seq };
      });
      yield* Effect.reduce(happened, () => before, write);
    },
    Effect.provideService(Digest.Digest, digest),
  );

  const read = Effect.fnUntraced(
    function* (envelope: SigningEnvelope) {
      const kept = yield* store.audit(envelope.id);
      const events = yield* Effect.forEach(kept, ({ seq, body, hash }) =>
        readBody(body, { onExcessProperty: "error" }).pipe(
          Effect.map((read) => ({ ...read, hash })),
          Effect.catch(() => unreadable({ seq, body, hash })),
        ),
      );
      const { reference: requestId, originalSha256 } = envelope;
      const { head, length } = yield* store.auditHead(envelope.id);
      const subject = { format: AUDIT_FORMAT, requestId, originalSha256 } as const;
      const json = auditJson({ ...subject, events, head, length });
      const checked: CheckedAudit = { trail: yield* checkAuditChain(json), json };
      return checked;
    },
    Effect.provideService(Digest.Digest, digest),
  );

  /** An event that cannot be read was changed, unless its hash says that it is as it was written. */
  const unreadable = Effect.fnUntraced(function* ({ seq, body, hash }: KeptAudit) {
    if ((yield* sha256Hex(body)) !== hash) {
      return yield* new BrokenAudit({ message: `Event ${seq} of the audit trail cannot be read` });
    }
    const message = `Event ${seq} of the audit trail was written by a newer release`;
    return yield* new NewerAudit({ message });
  });

  return {
    /** Adds to the trail of an envelope, under its lock. */
    append,
    /** The trail of an envelope, or how it was tampered with. */
    read,
  };
});
