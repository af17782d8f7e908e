import { Context, type Effect, type Option, Schema } from "effect";

import type { StorageUnavailable } from "../../renders/mod.ts";
import type { ProjectId, RenderId, SignatureRequestId, Timestamp } from "../../values/mod.ts";
import type { SignatureCreditsExhausted, SignatureProviderError } from "../errors.ts";
import type { DeliveryOptions } from "../request/delivery_options.ts";
import type { ResolvedField } from "../request/fields.ts";
import type { Addressee, RecipientDefinition } from "../request/recipient.ts";
import type { AuditedEvents } from "../request/signature_audit.ts";
import type {
  ProviderOutcomeUnknown,
  ProviderUnavailable,
  IntegrityError,
  NotReady,
  AlreadyEnded,
  NotExpired,
  CallbackRefused,
} from "./provider_errors.ts";
import type { IncomingReport, ProviderReport } from "./provider_report.ts";
import type { SignatureOperations } from "./signature_operations.ts";

/** The supported providers. */
export const ProviderName = Schema.Literals(["builtin", "firma", "documenso"]);
export type ProviderName = typeof ProviderName.Type;

/** A document to send for signature. */
export interface EnvelopeDefinition {
  /** Paraph's id of the request. The provider stores it, and finds the request by it. */
  readonly reference: SignatureRequestId;
  readonly projectId: ProjectId;
  readonly renderId: RenderId;
  /** The name that recipients see. */
  readonly name: string;
  /** The flattened document, which is shown, hashed and sealed. */
  readonly pdf: Uint8Array;
  /** The SHA-256 of that PDF in hex. */
  readonly sha256: string;
  readonly recipients: ReadonlyArray<RecipientDefinition>;
  readonly fields: ReadonlyArray<ResolvedField>;
  readonly expirationHours: number;
  readonly expiresAt: Timestamp;
  readonly options: DeliveryOptions;
}

/** The provider's ids of an accepted envelope. */
export interface EnvelopeIds {
  /** The provider's id of the request. */
  readonly providerId: string;
  /** The provider's ids of the recipients, in the order of the request. */
  readonly recipientIds: ReadonlyArray<string>;
}

/** The documents of a completed request. */
export interface CompletedDocuments {
  readonly signed: Uint8Array;
  /** `null` if the provider has not created it yet. */
  readonly certificate: Uint8Array | null;
}

/** Sends documents for signature. */
export interface SignatureProvider {
  readonly name: ProviderName;
  /**
   * Creates a request and sends it, or neither. It is called again for a reference only if
   * {@linkcode SignatureProvider.find} has found nothing.
   */
  readonly createAndSend: (
    envelope: EnvelopeDefinition,
  ) => Effect.Effect<
    EnvelopeIds,
    SignatureCreditsExhausted | SignatureProviderError | StorageUnavailable | ProviderOutcomeUnknown
  >;
  /** The request for a reference, if any: resolves the outcome of a call without a response. */
  readonly find: (
    envelope: Pick<EnvelopeDefinition, "reference" | "name"> & {
      readonly recipients: ReadonlyArray<Addressee>;
      readonly createdAt: Timestamp;
    },
  ) => Effect.Effect<Option.Option<EnvelopeIds>, ProviderUnavailable>;
  readonly cancel: (
    providerId: string,
    reason: string | null,
  ) => Effect.Effect<void, AlreadyEnded | ProviderUnavailable>;
  /** Ends an expired request. */
  readonly expire: (
    providerId: string,
  ) => Effect.Effect<void, AlreadyEnded | NotExpired | ProviderUnavailable>;
  /** All reports about a request so far, the end last. */
  readonly snapshot: (
    providerId: string,
  ) => Effect.Effect<ReadonlyArray<ProviderReport>, ProviderUnavailable>;
  /** The documents of a completed request. */
  readonly documents: (
    providerId: string,
  ) => Effect.Effect<CompletedDocuments, NotReady | ProviderUnavailable | IntegrityError>;
  /**
   * The certificate alone: of a completed request if it was not ready with the document, and of the local
   * provider for a request that ended without a signed document.
   */
  readonly certificate: (
    providerId: string,
  ) => Effect.Effect<Uint8Array, NotReady | ProviderUnavailable | IntegrityError>;
  /** The verified audit trail so far; `null` if the provider has none to export. */
  readonly audit:
    | ((providerId: string) => Effect.Effect<AuditedEvents, ProviderUnavailable | IntegrityError>)
    | null;
  /**
   * Called in the transaction that completes a request, after its documents are stored. Only the local
   * provider uses it.
   */
  readonly onArchived: (reference: SignatureRequestId) => Effect.Effect<void>;
  /** Verifies the signature of a callback over its raw bytes, then parses it. */
  readonly readCallback: (
    headers: Readonly<Record<string, string | undefined>>,
    body: Uint8Array,
  ) => Effect.Effect<ReadonlyArray<IncomingReport>, CallbackRefused>;
  /** Whether it writes its reports to Paraph's database, so that it is never polled. */
  readonly isLocal: boolean;
  /** `null` if requests cannot be changed after they are sent. */
  readonly operations: SignatureOperations | null;
}

/** The providers of a deployment. */
export class SignatureProviders extends Context.Service<
  SignatureProviders,
  {
    /** The provider of new requests; none if signatures are not configured. */
    readonly current: Option.Option<SignatureProvider>;
    /** The provider of existing requests, if it is still configured. */
    readonly byName: (name: ProviderName) => Option.Option<SignatureProvider>;
  }
>()("@paraph/core/signatures/SignatureProviders") {}
