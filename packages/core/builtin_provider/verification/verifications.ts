import { Context, Effect, Layer, Option, Schema } from "effect";
import { Digest } from "effect/crypto";

import { type Branding, NO_BRANDING, ProjectStore } from "../../projects/mod.ts";
import { NotFound, SignatureRequestId } from "../../values/mod.ts";
import { EnvelopeDocuments } from "../envelope_documents.ts";
import { AuditTrails } from "../evidence/audit_trails.ts";
import type { Certificate, CertifiedRecipient } from "../evidence/certificate.ts";
import { certifyTrail } from "../evidence/issue_certificate.ts";
import { SigningStore } from "../signing_store.ts";
import { verificationCode } from "./verification_address.ts";

/** A person on a certificate, without email address, IP address and device. */
export type VerifiedPerson = Pick<
  CertifiedRecipient,
  "name" | "designation" | "finishedAt" | "declinedAt"
>;

/** What the verification page of a certificate shows. */
export interface VerifiedRequest extends Pick<
  Certificate,
  "requestId" | "name" | "sender" | "createdAt" | "outcome" | "endedAt"
> {
  readonly people: ReadonlyArray<VerifiedPerson>;
  /** In hex. */
  readonly originalSha256: string;
  /** The SHA-256 of the signed document, in hex; `null` without one. */
  readonly sealedSha256: string | null;
  readonly branding: Branding;
}

const isSignatureId = Schema.is(SignatureRequestId);

/** Verifies certificates for people who have one, without a key. */
export class Verifications extends Context.Service<Verifications>()(
  "@paraph/core/builtin_provider/Verifications",
  {
    make: Effect.gen(function* () {
      const store = yield* SigningStore;
      const projects = yield* ProjectStore;
      const documents = yield* EnvelopeDocuments;
      const digest = yield* Digest.Digest;
      const trails = yield* AuditTrails;

      const requestOf = Effect.fn("Verifications.requestOf")(
        function* (id: string, code: string) {
          const found = isSignatureId(id) ? yield* store.findByReference(id) : Option.none();
          const envelope = yield* Effect.fromOption(found, () => UNKNOWN);
          if (envelope.state === "open") return yield* UNKNOWN;
          // After its end only the trail grows, so it is read without the lock of the envelope.
          const { trail } = yield* trails.read(envelope);
          const isCode = trail.events.some(({ hash }) => verificationCode(hash) === code);
          if (!isCode) return yield* UNKNOWN;
          const record = yield* certifyTrail(envelope, trail).pipe(
            Effect.provideService(Digest.Digest, digest),
          );
          const branding = Option.getOrUndefined(
            yield* projects.findBranding(envelope.projectId),
          )?.branding;
          const { sender, createdAt, outcome, endedAt } = record;
          const sealedSha256 = yield* documents.signedSha256(envelope);
          // The document is not archived yet, so there is no certificate.
          if (outcome === "completed" && sealedSha256 === null) return yield* UNKNOWN;
          const request: VerifiedRequest = {
            requestId: envelope.reference,
            name: envelope.name,
            sender,
            createdAt,
            outcome,
            endedAt,
            people: record.recipients.map(({ name, designation, finishedAt, declinedAt }) => {
              return { name, designation, finishedAt, declinedAt };
            }),
            originalSha256: envelope.originalSha256,
            sealedSha256,
            branding: branding ?? NO_BRANDING,
          };
          return request;
        },
        Effect.catchTags({
          broken_audit: ({ message }) => withWarning(message),
          newer_audit: ({ message }) => withWarning(message),
        }),
      );

      return {
        /**
         * The request of a certificate that has ended; not found without the right code, and after it was erased.
         *
         * @param code The code in the address of the certificate.
         */
        requestOf,
      };
    }),
  },
) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([AuditTrails.layer, EnvelopeDocuments.layer]),
  );
}

const UNKNOWN = NotFound.of("signature request");

/** A trail that cannot be verified vouches for nothing. */
function withWarning(message: string): Effect.Effect<never, NotFound> {
  return Effect.andThen(
    Effect.logWarning("A certificate cannot be verified").pipe(Effect.annotateLogs({ message })),
    UNKNOWN,
  );
}
