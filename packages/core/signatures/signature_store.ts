import { Context, type Effect, type Option } from "effect";

import type { StoredFile } from "../renders/mod.ts";
import type {
  PageRequest,
  ProjectId,
  RenderId,
  SignatureRequestId,
  Timestamp,
} from "../values/mod.ts";
import type { ProviderReport } from "./provider/provider_report.ts";
import type { ProviderName, EnvelopeIds } from "./provider/signature_provider.ts";
import type { DeliveryOptions } from "./request/delivery_options.ts";
import type { EmailDelivery, UnsentRecipient } from "./request/recipient.ts";
import type { Progress } from "./request/signature_progress.ts";
import type { SignatureQuery } from "./request/signature_request.ts";

/** A request to add and send. */
export interface NewSignatureRequest {
  readonly id: SignatureRequestId;
  readonly projectId: ProjectId;
  readonly renderId: RenderId;
  readonly name: string;
  readonly provider: ProviderName;
  readonly addressees: ReadonlyArray<UnsentRecipient>;
  readonly expirationHours: number;
  readonly expiresAt: Timestamp;
  readonly createdAt: Timestamp;
  readonly options: DeliveryOptions;
}

/** A request that its provider may or may not have. The API does not show it. */
export interface UnsentSignatureRequest extends NewSignatureRequest {
  readonly sent: false;
}

/** A stored request that was sent. */
export interface StoredSignatureRequest extends Omit<NewSignatureRequest, "addressees">, Progress {
  readonly sent: true;
  /** The provider's id of the request. */
  readonly providerId: string;
  /** The status of Paraph's emails by recipient id; empty if the provider sends the emails. */
  readonly deliveries: Readonly<Record<string, EmailDelivery>>;
  readonly completedAt: Timestamp | null;
  readonly signedFile: StoredFile | null;
  readonly certificateFile: StoredFile | null;
}

/** The result of a completed request. */
export interface Completion {
  readonly completedAt: Timestamp;
  readonly signedFile: StoredFile;
  readonly certificateFile: StoredFile | null;
}

/** A report in the inbox that is not applied yet. */
export interface PendingReport {
  readonly id: string;
  /** `null` if the state must be fetched from the provider. */
  readonly report: ProviderReport | null;
}

/** Stores signature requests, and reads the pending reports of providers. */
export class SignatureStore extends Context.Service<
  SignatureStore,
  {
    readonly add: (signature: NewSignatureRequest) => Effect.Effect<void>;
    /** Marks an unsent request as sent; `false` if it is not unsent. */
    readonly markSent: (id: SignatureRequestId, envelopeIds: EnvelopeIds) => Effect.Effect<boolean>;
    /** Deletes an unsent request; `false` if it is not unsent. */
    readonly discard: (id: SignatureRequestId) => Effect.Effect<boolean>;
    /** A sent request of a project. */
    readonly find: (
      project: ProjectId,
      id: SignatureRequestId,
    ) => Effect.Effect<Option.Option<StoredSignatureRequest>>;
    readonly load: (
      id: SignatureRequestId,
    ) => Effect.Effect<Option.Option<StoredSignatureRequest | UnsentSignatureRequest>>;
    /** A sent request, locked until the transaction ends. */
    readonly lock: (id: SignatureRequestId) => Effect.Effect<Option.Option<StoredSignatureRequest>>;
    /** Newest first; up to `limit + 1` rows. */
    readonly list: (
      project: ProjectId,
      filter: Pick<SignatureQuery, "renderId" | "status">,
      page: PageRequest,
    ) => Effect.Effect<ReadonlyArray<StoredSignatureRequest>>;
    /** Changes when a locked request expires. */
    readonly updateExpiry: (id: SignatureRequestId, expiresAt: Timestamp) => Effect.Effect<void>;
    /** Saves the state of a locked request. */
    readonly save: (id: SignatureRequestId, progress: Progress) => Effect.Effect<void>;
    /**
     * Fails a partly unreadable sent request, and returns its readable part without recipients. None if it
     * has ended.
     */
    readonly failUnreadable: (
      id: SignatureRequestId,
      reason: string,
    ) => Effect.Effect<Option.Option<StoredSignatureRequest>>;
    /**
     * Numbers an attempt to archive a request's documents; only the latest may complete it. None if the
     * request has ended, because its files are then final.
     */
    readonly beginArchiving: (id: SignatureRequestId) => Effect.Effect<Option.Option<number>>;
    /** Numbers an attempt to store the certificate of a completed request; none if it has one. */
    readonly beginCertifying: (id: SignatureRequestId) => Effect.Effect<Option.Option<number>>;
    /** Completes a locked request; `false` if a later attempt has begun. */
    readonly complete: (
      id: SignatureRequestId,
      attempt: number,
      completion: Completion,
    ) => Effect.Effect<boolean>;
    /** Stores the certificate of a completed request; `false` if it has one. */
    readonly storeCertificate: (id: SignatureRequestId, file: StoredFile) => Effect.Effect<boolean>;
    /** The reports about a request that are not applied yet, in order of arrival. */
    readonly pendingReports: (
      provider: ProviderName,
      providerId: string,
    ) => Effect.Effect<ReadonlyArray<PendingReport>>;
    readonly markApplied: (reports: ReadonlyArray<PendingReport>) => Effect.Effect<void>;
  }
>()("@paraph/core/signatures/SignatureStore") {}
