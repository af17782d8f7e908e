import { Context, type Effect, type Option, Schema } from "effect";

import type { StorageUnavailable } from "../../renders/mod.ts";
import type { ProjectId, RenderId, SignatureRequestId, Timestamp } from "../../values/mod.ts";
import type { SignatureCreditsExhausted, SignatureProviderError } from "../errors.ts";
import type { ResolvedField } from "../request/fields.ts";
import type { Addressee } from "../request/recipient.ts";
import type { IncomingReport, ProviderReport } from "./provider_inbox.ts";

/** The providers there are adapters for. */
export const ProviderName = Schema.Literals(["builtin", "firma", "documenso"]);
export type ProviderName = typeof ProviderName.Type;

/** A document on its way to be signed. */
export interface EnvelopeDefinition {
  /** Our own id of the request: the provider keeps it, and finds the request by it. */
  readonly reference: SignatureRequestId;
  readonly projectId: ProjectId;
  readonly renderId: RenderId;
  /** What recipients see it called. */
  readonly name: string;
  /** The flattened document: what is shown, hashed and sealed. */
  readonly pdf: Uint8Array;
  /** The SHA-256 of that PDF in hex. */
  readonly sha256: string;
  readonly recipients: ReadonlyArray<Addressee>;
  readonly fields: ReadonlyArray<ResolvedField>;
  readonly expirationHours: number;
  readonly expiresAt: Timestamp;
}

/** A document that a provider has accepted and sends. */
export interface EnvelopeIds {
  /** The provider's id of the request. */
  readonly providerId: string;
  /** The provider's ids of the recipients, in the order they were given. */
  readonly recipientIds: ReadonlyArray<string>;
}

/** The documents of a completed request. */
export interface CompletedDocuments {
  readonly signed: Uint8Array;
  /** `null` when the provider is not done with it. */
  readonly certificate: Uint8Array | null;
}

/** It is not known whether a request was accepted: the provider did not answer to the end. */
export class ProviderOutcomeUnknown extends Schema.TaggedError<ProviderOutcomeUnknown>()(
  "provider_unanswered",
  {
    message: Schema.String,
    /** Whether the provider is done with it: what it has by now is all that it will have. */
    isFinal: Schema.Boolean,
    cause: Schema.optionalKey(Schema.Defect()),
  },
) {}

/** A provider cannot be reached, or does not do what it should; it may later. */
export class ProviderUnavailable extends Schema.TaggedError<ProviderUnavailable>()(
  "provider_unavailable",
  { message: Schema.String, cause: Schema.optionalKey(Schema.Defect()) },
) {}

/** The stored data of a request was changed: it must not be sealed, now or later. */
export class IntegrityFault extends Schema.TaggedError<IntegrityFault>()("integrity_fault", {
  message: Schema.String,
}) {}

/** What is asked for is not there yet. */
export class NotReady extends Schema.TaggedError<NotReady>()("not_ready_yet", {
  message: Schema.String,
}) {}

/** A request has ended at its provider: nothing can be done about it any more. */
export class AlreadyEnded extends Schema.TaggedError<AlreadyEnded>()("already_ended", {
  message: Schema.String,
}) {}

/** A callback does not come from the provider, or says nothing that can be understood. */
export class CallbackRefused extends Schema.TaggedError<CallbackRefused>()("callback_refused", {
  /** Whether it is authentic and only its content is not understood. */
  authentic: Schema.Boolean,
  message: Schema.String,
}) {}

/** Sends documents out for signature. */
export interface SignatureProvider {
  readonly name: ProviderName;
  /**
   * Creates a request and sends it, or neither. Called again for the same reference only when
   * {@linkcode SignatureProvider.find} has found nothing.
   */
  readonly createAndSend: (
    envelope: EnvelopeDefinition,
  ) => Effect.Effect<
    EnvelopeIds,
    SignatureCreditsExhausted | SignatureProviderError | StorageUnavailable | ProviderOutcomeUnknown
  >;
  /** What became of a call that was not answered: the request that was sent for a reference, if any. */
  readonly find: (
    envelope: Pick<EnvelopeDefinition, "reference" | "name" | "recipients"> & {
      readonly createdAt: Timestamp;
    },
  ) => Effect.Effect<Option.Option<EnvelopeIds>, ProviderUnavailable>;
  readonly cancel: (
    providerId: string,
    reason: string | null,
  ) => Effect.Effect<void, AlreadyEnded | ProviderUnavailable>;
  /** Ends a request whose time is over. */
  readonly expire: (providerId: string) => Effect.Effect<void, AlreadyEnded | ProviderUnavailable>;
  /** Everything that has happened to a request so far, the end last. */
  readonly snapshot: (
    providerId: string,
  ) => Effect.Effect<ReadonlyArray<ProviderReport>, ProviderUnavailable>;
  /** The documents of a completed request. */
  readonly documents: (
    providerId: string,
  ) => Effect.Effect<CompletedDocuments, NotReady | ProviderUnavailable | IntegrityFault>;
  /** The certificate alone, when it was not ready with the document. */
  readonly certificate: (
    providerId: string,
  ) => Effect.Effect<Uint8Array, NotReady | ProviderUnavailable>;
  /**
   * Hears that the documents of a request are kept, in the transaction that completes it: only
   * a provider in our own database has anything to do then.
   */
  readonly onArchived: (reference: SignatureRequestId) => Effect.Effect<void>;
  /** Verifies a callback over its raw bytes, and only then reads what it says. */
  readonly readCallback: (
    headers: Readonly<Record<string, string | undefined>>,
    body: Uint8Array,
  ) => Effect.Effect<ReadonlyArray<IncomingReport>, CallbackRefused>;
  /** Whether it tells of everything by itself, in our own database: then it is never asked. */
  readonly isLocal: boolean;
}

/** The providers of a deployment. */
export class SignatureProviders extends Context.Service<
  SignatureProviders,
  {
    /** What new requests go through; nobody when signatures are switched off. */
    readonly current: Option.Option<SignatureProvider>;
    /** What earlier requests went through, if this deployment still knows it. */
    readonly byName: (name: ProviderName) => Option.Option<SignatureProvider>;
  }
>()("@paraph/core/signatures/SignatureProviders") {}
