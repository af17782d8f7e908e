import { DateTime, Effect, Layer, Option } from "effect";
import type { Digest, SecureRandom } from "effect/crypto";

import type { PartnerStore } from "../../admin/mod.ts";
import {
  EmailAudit,
  type EmailQueue,
  type EmailStore,
  type EmailSubject,
} from "../../emails/mod.ts";
import type { ProjectStore } from "../../projects/mod.ts";
import { EmailsToSender, signatureEvent, SignatureStore } from "../../signatures/mod.ts";
import { PublicUrls } from "../../values/mod.ts";
import { EventPublisher } from "../../webhooks/mod.ts";
import type { Envelope } from "../envelope.ts";
import type { AuditDetails } from "../evidence/audit_trail.ts";
import { AuditTrails } from "../evidence/audit_trails.ts";
import { SigningStore } from "../signing_store.ts";
import { deliveryCauseOf, parseSigningCause, type SigningEmail } from "./signing_email.ts";

/**
 * Records the outcomes of an envelope's emails in its audit trail, and publishes failed deliveries. Wraps
 * another {@linkcode EmailAudit} and delegates to it.
 */
export const emailAuditSigning: Layer.Layer<
  EmailAudit,
  never,
  | EmailAudit
  | SigningStore
  | SignatureStore
  | EventPublisher
  | PublicUrls
  | Digest.Digest
  | EmailQueue
  | EmailStore
  | PartnerStore
  | ProjectStore
  | SecureRandom.SecureRandom
> = Layer.effect(
  EmailAudit,
  Effect.gen(function* () {
    const delegate = yield* EmailAudit;
    const store = yield* SigningStore;
    const signatures = yield* SignatureStore;
    const events = yield* EventPublisher;
    const { base } = yield* PublicUrls;
    const log = yield* AuditTrails;
    const toSender = yield* EmailsToSender;

    /** The locked envelope of an email; none for other emails, or if it was erased. */
    const findContext = Effect.fnUntraced(function* ({ cause }: EmailSubject) {
      const email = parseSigningCause(cause);
      if (email === undefined) return undefined;
      const envelope = yield* store.lockByRecipient(email.recipientId);
      return Option.isSome(envelope) ? { email, envelope: envelope.value } : undefined;
    });

    const append = Effect.fnUntraced(function* (
      { envelope, email }: { readonly envelope: Envelope; readonly email: SigningEmail },
      { to }: EmailSubject,
      type: "email_sent" | "email_failed" | "email_complained",
      more: AuditDetails,
    ) {
      const { recipientId, purpose } = email;
      const details = { recipientId, purpose, email: to.email, ...more };
      const now = yield* DateTime.now;
      yield* log.append(envelope.id, [{ at: now, type, who: "Paraph", details }]);
    });

    const recordSent = Effect.fnUntraced(function* (subject: EmailSubject, confirmed: boolean) {
      const context = yield* findContext(subject);
      if (context === undefined) return;
      yield* append(context, subject, "email_sent", confirmed ? {} : { confirmed });
    });

    const recordFailed = Effect.fnUntraced(function* (subject: EmailSubject) {
      const context = yield* findContext(subject);
      if (context === undefined) return;
      yield* append(context, subject, "email_failed", { error: subject.lastError });
      const { envelope, email } = context;
      const { recipientId } = email;
      const recipient = envelope.recipients.find(({ id }) => id === recipientId);
      if (recipient === undefined || deliveryCauseOf(recipient) !== subject.cause) return;
      // For a request that is not visible yet, it is published with `signature.sent`.
      const request = yield* signatures.lock(envelope.reference);
      if (Option.isNone(request)) return;
      const event = { type: "signature.delivery_failed", recipientId } as const;
      yield* events.publish(signatureEvent(event, request.value, base));
      yield* toSender.sendUndelivered(request.value, recipientId);
    });

    /** A recipient who reports an email as spam gets no automatic reminders. A correction resets that. */
    const recordComplained = Effect.fnUntraced(function* (subject: EmailSubject) {
      const context = yield* findContext(subject);
      if (context === undefined) return;
      yield* append(context, subject, "email_complained", {});
      const { options } = context.envelope;
      if (options.reminders === null) return;
      yield* store.updateRecipient(context.email.recipientId, { reminders: options.reminders.max });
    });

    return EmailAudit.of({
      lock: (subject) => Effect.andThen(findContext(subject), delegate.lock(subject)),
      recordSent: (subject, confirmed) =>
        Effect.andThen(recordSent(subject, confirmed), delegate.recordSent(subject, confirmed)),
      recordFailed: (subject) =>
        Effect.andThen(recordFailed(subject), delegate.recordFailed(subject)),
      recordComplained: (subject) =>
        Effect.andThen(recordComplained(subject), delegate.recordComplained(subject)),
      recordOpened: delegate.recordOpened,
    });
  }),
).pipe(Layer.provide([AuditTrails.layer, EmailsToSender.layer]));
