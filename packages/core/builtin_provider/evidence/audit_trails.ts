import { Array as Arr, Context, Effect, Layer, Schema } from "effect";
import { Digest } from "effect/crypto";

import type { Envelope } from "../envelope.ts";
import { type StoredAuditEvent, SigningStore } from "../signing_store.ts";
import {
  appendAudit,
  AUDIT_FORMAT,
  AuditBody,
  auditJson,
  type AuditTrail,
  BrokenAuditTrail,
  canonicalJson,
  checkAuditChain,
  type NewAuditEvent,
  NewerAuditTrail,
  sha256Hex,
} from "./audit_trail.ts";

/** A verified audit trail, and its JSON. */
export interface CheckedAudit {
  readonly trail: AuditTrail;
  readonly json: string;
}

const readBody = Schema.decodeEffect(Schema.fromJsonString(AuditBody));

/** The audit trails of envelopes. */
export class AuditTrails extends Context.Service<AuditTrails>()(
  "@paraph/core/builtin_provider/AuditTrails",
  {
    make: Effect.gen(function* () {
      const store = yield* SigningStore;
      const digest = yield* Digest.Digest;

      const append = Effect.fnUntraced(
        function* (id: string, newEvents: ReadonlyArray<NewAuditEvent>) {
          let head = yield* store.auditHead(id);
          const storedEvents: Array<StoredAuditEvent> = [];
          for (const event of newEvents) {
            const { hash, ...body } = yield* appendAudit(head, event);
            storedEvents.push({ seq: body.seq, body: canonicalJson(body), hash });
            head = { head: hash, length: body.seq };
          }
          if (Arr.isArrayNonEmpty(storedEvents)) yield* store.addAudit(id, storedEvents);
        },
        Effect.provideService(Digest.Digest, digest),
      );

      const read = Effect.fnUntraced(
        function* (envelope: Envelope) {
          const stored = yield* Effect.fromOption(yield* store.audit(envelope.id), () => ERASED);
          const events = yield* Effect.forEach(stored.events, ({ seq, body, hash }) =>
            readBody(body, { onExcessProperty: "error" }).pipe(
              Effect.map((eventBody) => ({ ...eventBody, hash })),
              Effect.catch(() => unreadable({ seq, body, hash })),
            ),
          );
          const { reference: requestId, originalSha256 } = envelope;
          const { head, length } = stored.head;
          const subject = { format: AUDIT_FORMAT, requestId, originalSha256 } as const;
          const json = auditJson({ ...subject, events, head, length });
          const audit: CheckedAudit = { trail: yield* checkAuditChain(json), json };
          return audit;
        },
        Effect.provideService(Digest.Digest, digest),
      );

      /** An unreadable event was tampered with, unless its hash matches. */
      const unreadable = Effect.fnUntraced(function* ({ seq, body, hash }: StoredAuditEvent) {
        if ((yield* sha256Hex(body)) !== hash) {
          return yield* new BrokenAuditTrail({
            message: `Event ${seq} of the audit trail cannot be read`,
          });
        }
        const message = `Event ${seq} of the audit trail was written by a newer release`;
        return yield* new NewerAuditTrail({ message });
      });

      return {
        /** Appends events to the trail of an envelope, under its lock. */
        append,
        /** The verified trail of an envelope, with or without its lock; fails if it was tampered with. */
        read,
      };
    }),
  },
) {
  static readonly layer = Layer.effect(this, this.make);
}

const ERASED = new BrokenAuditTrail({ message: "The audit trail was erased" });
