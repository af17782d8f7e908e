import { Context, DateTime, Effect, Layer, Option, Stream } from "effect";
import { Digest } from "effect/crypto";

import { NO_BRANDING, ProjectStore, senderName } from "../projects/mod.ts";
import { CorruptFile, Renders } from "../renders/mod.ts";
import {
  AlreadyEnded,
  CallbackRefused,
  type EnvelopeDefinition,
  IntegrityError,
  NotExpired,
  NotReady,
  ProviderUnavailable,
  type EnvelopeIds,
  SignatureProviderError,
  type SignatureProvider,
} from "../signatures/mod.ts";
import {
  newRow,
  PublicUrls,
  type SignatureRequestId,
  type Timestamp,
  Transaction,
  withRandom,
} from "../values/mod.ts";
import { envelopeConsent } from "./ceremony/consent/recipient_consent.ts";
import { envelopeFilledFields, markOf } from "./ceremony/filled_fields.ts";
import {
  type Envelope,
  envelopeReports,
  type EnvelopeState,
  envelopeState,
  NO_PROGRESS,
} from "./envelope.ts";
import { EnvelopeDocuments } from "./envelope_documents.ts";
import { END_MESSAGES, EnvelopeOperations } from "./envelope_operations.ts";
import { EnvelopeTransitions } from "./envelope_transitions.ts";
import { auditGenesis } from "./evidence/audit_trail.ts";
import { sentEventDetails } from "./evidence/event_details.ts";
import { issueCertificate, certifyTrail } from "./evidence/issue_certificate.ts";
import { PdfSealer, type SealInput } from "./evidence/pdf_sealer.ts";
import { SEAL_REASONS } from "./evidence/seal_reasons.ts";
import { SigningStore } from "./signing_store.ts";

/** The provider without an external service: it emails links to the signing page, and seals the document at the end. */
export class BuiltinProvider extends Context.Service<BuiltinProvider>()(
  "@paraph/core/builtin_provider/BuiltinProvider",
  {
    make: Effect.gen(function* () {
      const store = yield* SigningStore;
      const projects = yield* ProjectStore;
      const renders = yield* Renders;
      const envelopeDocuments = yield* EnvelopeDocuments;
      const sealer = yield* PdfSealer;
      const transaction = yield* Transaction;
      const digest = yield* Digest.Digest;
      const { base } = yield* PublicUrls;
      const row = yield* withRandom(newRow);
      const withDigest = <A, E>(effect: Effect.Effect<A, E, Digest.Digest>) =>
        Effect.provideService(effect, Digest.Digest, digest);
      const { withLock, advance, giveUp, log, emails } = yield* EnvelopeTransitions;
      const operations = yield* EnvelopeOperations;

      const requireEnvelope = (id: string) =>
        Effect.flatMap(store.find(id), (envelope) =>
          Effect.fromOption(envelope, () => NO_ENVELOPE),
        );

      const prepare = Effect.fnUntraced(function* (order: EnvelopeDefinition) {
        const { reference, projectId, renderId, name, sha256: originalSha256 } = order;
        const { expiresAt, options } = order;
        const project = yield* projects.findProject(projectId);
        const render = yield* Effect.option(renders.get(projectId, renderId));
        const pageCount = Option.getOrNull(render)?.pageCount ?? null;
        if (Option.isNone(project) || pageCount === null) {
          return yield* SignatureProviderError.of("The project or its document no longer exists");
        }
        const { id, createdAt } = yield* row;
        const ids = yield* Effect.forEach(order.recipients, () => row);
        const recipients = order.recipients.map((recipient, index) => ({
          ...recipient,
          ...NO_PROGRESS,
          id: ids[index]!.id,
        }));
        const fields = order.fields.map(
          ({ recipientIndex, options: choices = [], ...field }, index) => ({
            ...field,
            options: choices,
            id: `f${index + 1}`,
            recipientId: ids[recipientIndex]!.id,
          }),
        );
        const genesis = yield* withDigest(auditGenesis({ requestId: reference, originalSha256 }));
        const envelope: Envelope = {
          id,
          reference,
          projectId,
          renderId,
          name,
          sender: senderName(project.value),
          ...envelopeConsent(options, recipients, project.value.language),
          originalSha256,
          pageCount,
          fields,
          recipients,
          state: "open",
          createdAt,
          expiresAt,
          options,
          endedAt: null,
          endReason: null,
          auditHead: genesis.head,
          auditLength: genesis.length,
        };
        return envelope;
      });

      const createAndSend = Effect.fn("BuiltinProvider.createAndSend")(function* (
        order: EnvelopeDefinition,
      ) {
        const envelope = yield* prepare(order);
        const details = yield* withDigest(sentEventDetails(envelope));
        const { createdAt: sentAt, sender: who } = envelope;
        const send = Effect.gen(function* () {
          if (!(yield* store.add(envelope))) {
            return yield* Effect.fromOption(yield* store.findByReference(order.reference), () =>
              SignatureProviderError.of(NO_ENVELOPE.message),
            );
          }
          yield* advance(envelope, sentAt, [{ at: sentAt, type: "sent", who, details }]);
          return envelope;
        });
        yield* envelopeDocuments.storeOriginal(order);
        return sentEnvelope(yield* transaction.run(send));
      });

      const cancel = Effect.fn("BuiltinProvider.cancel")(function* (
        id: string,
        reason: string | null,
      ) {
        yield* withLock(id, NO_ENVELOPE, (envelope, now) => {
          const state = envelopeState(envelope, now);
          if (state !== "open")
            return Effect.fail(new AlreadyEnded({ message: END_MESSAGES[state] }));
          return giveUp(envelope, now, {
            how: "cancelled",
            who: envelope.sender,
            reason,
            details: { reason },
            report: { kind: "cancelled", at: now, reason },
          });
        });
      });

      const expireOpen = Effect.fnUntraced(function* (
        envelope: Envelope,
        now: Timestamp,
      ): Effect.fn.Return<void, AlreadyEnded | NotExpired> {
        const { state } = envelope;
        if (state === "expired") return undefined;
        if (state !== "open") return yield* new AlreadyEnded({ message: END_MESSAGES[state] });
        if (envelopeState(envelope, now) === "open") return yield* NOT_EXPIRED;
        return yield* giveUp(envelope, now, {
          how: "expired",
          who: "Paraph",
          reason: null,
          details: {},
          report: { kind: "expired", at: now },
        });
      });

      const expire = Effect.fn("BuiltinProvider.expire")((id: string) =>
        withLock(id, NO_ENVELOPE, expireOpen),
      );

      const complete = Effect.fnUntraced(function* (envelope: Envelope, now: Timestamp) {
        const { id, state, endedAt, endReason } = envelope;
        if (state !== "sealing") return;
        yield* log.append(id, [{ at: now, type: "completed", who: "Paraph", details: {} }]);
        yield* store.updateState(id, { state: "completed", endedAt, endReason });
        yield* emails.sendCompleted(envelope);
      });

      const markCompleted = Effect.fn("BuiltinProvider.archived")(function* (
        reference: SignatureRequestId,
      ) {
        const envelope = yield* store.findByReference(reference);
        if (Option.isSome(envelope)) {
          yield* Effect.ignore(withLock(envelope.value.id, NO_ENVELOPE, complete));
        }
      });

      const snapshot = Effect.fn("BuiltinProvider.snapshot")(function* (id: string) {
        return envelopeReports(yield* requireEnvelope(id), yield* DateTime.now);
      });

      /** The document that was sent. No other may be sealed. */
      const readOriginal = Effect.fnUntraced(function* (envelope: Envelope) {
        const { originalSha256 } = envelope;
        const pdf = yield* envelopeDocuments.openOriginal(envelope).pipe(
          Effect.flatMap(({ bytes }) => Stream.mkUint8Array(bytes)),
          Effect.catchTags({
            not_found: () => Effect.fail(unavailable("The document no longer exists")),
            not_ready: ({ message }) => Effect.fail(unavailable(message)),
          }),
          Effect.catchDefect((defect) =>
            defect instanceof CorruptFile ? Effect.fail(ORIGINAL_MISMATCH) : Effect.die(defect),
          ),
        );
        const sha256 = yield* digest.digestHex(Digest.sha256, pdf);
        return sha256 === originalSha256 ? pdf : yield* ORIGINAL_MISMATCH;
      });

      const renderedAt = ({ projectId, renderId, createdAt }: Envelope) =>
        Effect.map(
          Effect.option(renders.get(projectId, renderId)),
          (render) => Option.getOrNull(render)?.completedAt ?? createdAt,
        );

      /** The branding of the project when the certificate is issued. */
      const certificateBranding = Effect.fnUntraced(function* ({ projectId }: Envelope) {
        const found = Option.getOrUndefined(yield* projects.findBranding(projectId));
        const { name = null, logo, footer = null } = found?.branding ?? NO_BRANDING;
        const stored = logo === undefined ? Option.none() : yield* projects.findLogo(logo.id);
        return { name, logo: Option.getOrNull(stored), footer };
      });

      const documents = Effect.fn("BuiltinProvider.documents")(
        function* (id: string) {
          const envelope = yield* requireEnvelope(id);
          const { state } = envelope;
          if (state !== "sealing" && state !== "completed") return yield* NOT_FINISHED;
          const audit = yield* log.read(envelope);
          const certificateRecord = yield* withDigest(certifyTrail(envelope, audit.trail));
          const order: SealInput = {
            pdf: yield* readOriginal(envelope),
            marks: envelopeFilledFields(envelope).map(markOf),
            reason: SEAL_REASONS[envelope.language],
            at: yield* DateTime.now,
            requestId: envelope.reference,
            createdAt: yield* renderedAt(envelope),
          };
          const sealedDocument = yield* sealer.seal(order);
          const certificate = yield* withDigest(
            issueCertificate(
              envelope,
              { ...audit, record: certificateRecord },
              sealedDocument,
              base,
            ),
          );
          const branding = yield* certificateBranding(envelope);
          const certified = yield* sealer.certify(
            { ...certificate, branding },
            sealedDocument.bytes,
          );
          return { signed: sealedDocument.bytes, certificate: certified.bytes };
        },
        Effect.catchTags({
          broken_audit: ({ message }) => Effect.fail(new IntegrityError({ message })),
          newer_audit: ({ message }) => Effect.fail(unavailable(message)),
          sealing_delayed: ({ message, cause }) => Effect.fail(unavailable(message, cause)),
        }),
      );

      /** The envelope and its trail. */
      const readAudit = Effect.fnUntraced(
        function* (id: string) {
          const envelope = yield* requireEnvelope(id);
          return { envelope, ...(yield* log.read(envelope)) };
        },
        Effect.catchTags({
          broken_audit: ({ message }) => Effect.fail(new IntegrityError({ message })),
          newer_audit: ({ message }) => Effect.fail(unavailable(message)),
        }),
      );

      const certificate = Effect.fn("BuiltinProvider.certificate")(
        function* (id: string) {
          const { envelope, trail } = yield* readAudit(id);
          if (!UNSUCCESSFUL_STATES.has(envelope.state)) return yield* NOT_FINISHED;
          const record = yield* withDigest(certifyTrail(envelope, trail));
          const content = yield* withDigest(
            issueCertificate(envelope, { trail, record }, null, base),
          );
          const branding = yield* certificateBranding(envelope);
          // The certificate is evidence of its own: it exists also without the document.
          const original = yield* Effect.orElseSucceed(readOriginal(envelope), () => null);
          return (yield* sealer.certify({ ...content, branding }, original)).bytes;
        },
        Effect.catchTags({
          broken_audit: ({ message }) => Effect.fail(new IntegrityError({ message })),
          sealing_delayed: ({ message, cause }) => Effect.fail(unavailable(message, cause)),
        }),
      );

      const audit = Effect.fn("BuiltinProvider.audit")(function* (id: string) {
        const { events, head } = (yield* readAudit(id)).trail;
        return { events, head };
      });

      const provider: SignatureProvider = {
        name: "builtin",
        createAndSend,
        find: ({ reference }) =>
          Effect.map(store.findByReference(reference), Option.map(sentEnvelope)),
        cancel,
        snapshot,
        documents,
        expire,
        onArchived: markCompleted,
        certificate,
        audit,
        readCallback: () => Effect.fail(NO_CALLBACKS),
        isLocal: true,
        operations,
      };
      return provider;
    }),
  },
) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([EnvelopeTransitions.layer, EnvelopeDocuments.layer, EnvelopeOperations.layer]),
  );
}

function sentEnvelope({ id: providerId, recipients }: Envelope): EnvelopeIds {
  return { providerId, recipientIds: recipients.map(({ id }) => id) };
}

function unavailable(message: string, cause?: unknown): ProviderUnavailable {
  return new ProviderUnavailable(cause === undefined ? { message } : { message, cause });
}

const NO_ENVELOPE = unavailable("The envelope does not exist");

const ORIGINAL_MISMATCH = new IntegrityError({
  message: "The document differs from the one that was sent",
});

const NOT_EXPIRED = new NotExpired({ message: "The time to sign was extended" });

/** The ends without a signed document. */
const UNSUCCESSFUL_STATES: ReadonlySet<EnvelopeState> = new Set([
  "declined",
  "cancelled",
  "expired",
]);

const NOT_FINISHED = new NotReady({ message: "Not all recipients have signed yet" });

const NO_CALLBACKS = new CallbackRefused({
  authentic: false,
  message: "The built-in provider has no callbacks",
});
